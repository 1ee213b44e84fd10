import type { IssuerCalls, ReceiverQuestion, StatefulProbe } from '../model/probe.ts'

/** Runs a probe that takes nonces in any order, unless the issuer takes a nonce in one session only. */
export const withFreeNonces =
  (run: StatefulProbe['run']): StatefulProbe['run'] =>
  async (context) =>
    context.members > 0 && (await context.askOnce(areNoncesBound)) ? undefined : run(context)

/** Whether a nonce is accepted in the session that was open when it was fetched, and not in the next one. */
const areNoncesBound: ReceiverQuestion<boolean> = {
  name: 'bound-nonces',
  ask: async ({ runCalls }) => {
    let isBound = false
    await runCalls?.(async (calls) => {
      isBound = (await askInNextSession(calls)) === 'refused' && (await askInOwnSession(calls)) === 'accepted'
      return true
    })
    return isBound
  },
}

async function askInOwnSession({ openSession, takeNonce, sendRequest }: IssuerCalls) {
  const [opened, nonce] = [await openSession(0), await takeNonce(0)]
  if (!opened || nonce === undefined) return undefined
  return (await sendRequest({ caller: 0, holder: 0, ...opened, nonce })).answer
}

/** Asks with a nonce of the session before. */
async function askInNextSession(calls: IssuerCalls) {
  await calls.openSession(0)
  const nonce = await calls.takeNonce(0)
  return nonce === undefined ? undefined : askInOwnSession({ ...calls, takeNonce: async () => nonce })
}
