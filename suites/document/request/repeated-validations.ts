import type { ProbeAnswer } from '../../../model/probe.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import { faults as attestationFaults } from '../attestation/faults.ts'
import { drop, put } from '../kit/edits.ts'
import { attestNonce, mutate } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { readResponse } from '../kit/probe-sessions.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { ProbeContext, ProbeOutcome, ProbeSession, ReceiverQuestion, StatefulProbe } from '../model/probe.ts'

/** Requests a template instead of a dataset. */
export const nameTemplate = (name: string): ActorMutation =>
  mutate.request((all) => put('/credential_configuration_id', name)(drop('/credential_identifier')(all)))

/** Finds a template that the issuer itself offers, or else one that its metadata define; `undefined` if it names none. */
export const findTemplate = (context: ProbeContext): Promise<string | undefined> => context.askOnce(offeredTemplate)

const offeredTemplate: ReceiverQuestion<string | undefined> = { name: 'offered-template', ask: readTemplate }

async function readTemplate({ runSession, metadata = {} }: ProbeContext): Promise<string | undefined> {
  const known = metadata.credential_configurations_supported
  const [only, ...others] = isObject(known) ? Object.keys(known) : []
  if (only !== undefined && others.length === 0) return only
  const messages = await runSession()
  const { credential_configuration_ids: ids } = readResponse(messages, 'offer')
  const { credential_configurations_supported: defined } = readResponse(messages, 'issuerMetadata')
  const [name] = [...(Array.isArray(ids) ? ids : []), ...(isObject(defined) ? Object.keys(defined) : [])]
  return typeof name === 'string' && name !== '' ? name : undefined
}

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
  selectFault('ATT-ANCHOR/has-a-self-made-root-certificate'),
  ['attests a nonce that was never issued', attestNonce('never-issued-nonce')],
]

/** How requests are sent again. */
interface RepeatedRequests {
  readonly account?: number
  /** Whether they name a template and no dataset. */
  readonly isByTemplate?: true
}

/**
 * Sends all of these requests in another way than other probes do. The first one that is accepted is reported. An issuer
 * that serves no requests for templates rejects them anyway.
 */
export const repeatInvalidRequests =
  ({ account = 0, isByTemplate }: RepeatedRequests): StatefulProbe['run'] =>
  async (context) => {
    const template = isByTemplate && (await findTemplate(context))
    if (isByTemplate && template === undefined) return undefined
    const mutation = template === undefined ? undefined : nameTemplate(template)
    const createSession = (change?: ActorMutation): ProbeSession => ({ account, ...joinMutations(change, mutation) })
    const invalid = invalidRequests.map(([_, change]) => createSession(change))
    const shared = await context.runInOneSession?.(invalid, createSession())
    if (shared) return findWorst(shared.map(context.readSessionAnswer))
    if (context.readSessionAnswer(await context.runRequest(createSession())) !== 'accepted')
      return isByTemplate ? undefined : 'inconclusive'
    const sessions = await context.runRequests(invalid)
    return findWorst(sessions.map(context.readSessionAnswer))
  }

const joinMutations = (one: ActorMutation | undefined, other: ActorMutation | undefined) => {
  const joined = one && other ? combineMutations(one, other) : (one ?? other)
  return joined ? { mutation: joined } : {}
}

function findWorst(answers: readonly ProbeAnswer[]): ProbeOutcome {
  let worst: ProbeOutcome = { answer: 'refused' }
  for (const [i, [detail]] of invalidRequests.entries()) {
    const answer = answers[i] ?? 'inconclusive'
    if (answer === 'accepted') return { answer, detail }
    if (answer === 'inconclusive') worst = { answer, detail }
  }
  return worst
}
