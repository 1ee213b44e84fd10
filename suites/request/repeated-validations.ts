import type { ActorMutation } from '../../model/actors.ts'
import type { ProbeAnswer, ProbeOutcome, StatefulProbe } from '../../model/probe.ts'
import { faults as attestationFaults } from '../attestation/faults.ts'
import { put } from '../kit/edits.ts'
import { attestNonce, mutate } from '../kit/message-mutations.ts'
import { combineMutations, replaceStep } from '../kit/mutations.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'

/** Requests the template of the offer instead of a dataset. */
export const requestTemplate = replaceStep(
  'wallet',
  'request',
  (original) => (session, attestation, certificates) =>
    original({ ...session, credentialIdentifier: '' }, attestation, certificates),
)

const selectFault = (id: string): readonly [description: string, ActorMutation] => {
  const fault = attestationFaults.find((each) => each.id === id)
  if (!fault || !('mutation' in fault)) throw new TypeError(`there is no single fault ${id}`)
  return [fault.description, fault.mutation]
}

/** Requests that an issuer must reject under all decisions, whichever way it is asked: without these, anyone gets a credential. */
const invalidRequests: readonly (readonly [description: string, ActorMutation])[] = [
  selectFault('ATT-SIGNED/flips-a-bit-of-the-signature'),
  selectFault('ATT-SIGNED/signs-with-an-unrelated-key'),
  selectFault('ATT-SIGNED/changes-the-payload-after-signing'),
  selectFault('ATT-POINT/attests-a-point-that-is-not-on-the-curve'),
  selectFault('ATT-PUBLIC/attests-a-key-with-its-private-member-d'),
  ['attests a nonce that was never issued', attestNonce('never-issued-nonce')],
  [
    'sends its private key for the response',
    mutate.request(put('/credential_response_encryption/jwk/d', unrelatedKey.d)),
  ],
]

/** How requests are sent again, and what happens if even a valid one is rejected. */
interface RepeatedRequests {
  readonly account?: number
  readonly mutation?: ActorMutation
  readonly ifControlFails: 'inconclusive' | 'not applicable'
}

/** Sends all of these requests in another way than other probes do. The first one that is accepted is reported. */
export const repeatInvalidRequests =
  ({ account = 0, mutation, ifControlFails }: RepeatedRequests): StatefulProbe['run'] =>
  async (context) => {
    const send = async (change?: ActorMutation) =>
      context.readSessionAnswer(await context.runSession({ account, ...joinMutations(change, mutation) }))
    if ((await send()) !== 'accepted') return ifControlFails === 'inconclusive' ? 'inconclusive' : undefined
    return findWorst(send)
  }

const joinMutations = (one: ActorMutation | undefined, other: ActorMutation | undefined) => {
  const joined = one && other ? combineMutations(one, other) : (one ?? other)
  return joined ? { mutation: joined } : {}
}

async function findWorst(send: (change: ActorMutation) => Promise<ProbeAnswer>): Promise<ProbeOutcome> {
  let worst: ProbeOutcome = { answer: 'refused' }
  for (const [detail, change] of invalidRequests) {
    const answer = await send(change)
    if (answer === 'accepted') return { answer, detail }
    if (answer === 'inconclusive') worst = { answer, detail }
  }
  return worst
}
