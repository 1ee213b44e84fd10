import type { Decide } from '../../../model/decision.ts'
import { readText } from '../../../protocol/encoding/json.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { drop } from '../kit/edits.ts'
import { attestNonce, mutate } from '../kit/message-mutations.ts'
import { changeResult } from '../kit/mutations.ts'
import { sendOutdated, withNonce } from '../kit/outdated-probes.ts'
import { afterSession, fetchNonceAgain, readResponse, repeatSession, runSession } from '../kit/probe-sessions.ts'
import { isNonceSingleUse } from '../kit/single-use.ts'
import type { Message } from '../model/endpoints.ts'
import { type ProbeSession, type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { LIFETIME, NONCE_RELATION } from './decisions.ts'
import { readNonce } from './reading.ts'
import { NONCE } from './requirements.ts'

/** Sends the expired nonce in its own session, and in a new one. */
const sendExpired = sendOutdated(LIFETIME, async function* ({ opened, nonce, takeNonce }, calls) {
  yield { outdated: withNonce(opened, nonce), control: withNonce(opened, await takeNonce()) }
  const outdated = withNonce(await calls.openSession(0), nonce)
  const fresh = await calls.takeNonce(0)
  yield { outdated, control: withNonce(await calls.openSession(0), fresh) }
})

type Attest = (nonce: string, messages: readonly Message[], decide: Decide) => ProbeSession

const inAnotherSession: Attest = (nonce) => ({ mutation: attestNonce(nonce) })
const inItsOwnSession: Attest = (nonce, messages, decide) => ({ mutation: repeatSession(messages, nonce, decide) })
const forAnotherHolder: Attest = (nonce) => ({ account: 1, mutation: attestNonce(nonce) })

/** Attests a nonce once more, in one way after the other. A refusal counts only where a fresh nonce of the first session is accepted in the same way. */
const reuseNonce = (...ways: readonly Attest[]): StatefulProbe['run'] =>
  afterSession(async (messages, context) => {
    const { runRequest, readSessionAnswer, decide } = context
    const used = readText(readNonce(readResponse(messages, 'nonce'), decide))
    for (const attest of ways) {
      const send = async (nonce: string) => readSessionAnswer(await runRequest(attest(nonce, messages, decide)))
      const answer = await send(used)
      if (answer !== 'refused' || (await send(await fetchNonceAgain(messages, context))) === 'accepted') return answer
    }
    return undefined
  }, isNonceSingleUse)

const breakSignature = changeResult('wallet', 'signAttestation', editPart(2, flipLastBit))

/** After a request that is refused for its attestation. */
const afterRefusal =
  (run: StatefulProbe['run']): StatefulProbe['run'] =>
  async (context) => {
    const messages = await context.runSession({ mutation: breakSignature })
    return context.readSessionAnswer(messages) === 'refused' ? run(context) : 'inconclusive'
  }

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(NONCE.BOUND, 'issuer', 'attests a nonce that was never issued', 'refused', runSession(attestNonce('never-issued-nonce'))),
  statefulProbe(NONCE.BOUND, 'issuer', 'attests a nonce that was never issued, after a refusal', 'refused', afterRefusal(runSession(attestNonce('never-issued-nonce'))), { isAlone: true }),
  statefulProbe(NONCE.BOUND, 'issuer', 'attests no nonce', 'refused', runSession(mutate.attestationPayload(drop('/nonce')))),
  statefulProbe(NONCE.ONCE, 'issuer', 'attests a nonce that was used for another request', 'refused', reuseNonce(inAnotherSession, inItsOwnSession)),
  statefulProbe(NONCE.ONCE, 'issuer', 'attests a nonce that was used for another holder', 'refused', reuseNonce(forAnotherHolder)),
  statefulProbe(NONCE.STALE, 'issuer', 'attests an expired nonce', 'refused', async (context) =>
    context.decide(NONCE_RELATION) === 'all-equal' ? undefined : sendExpired(context), { isLate: true }),
]
