import type { Decide } from '../../../model/decision.ts'
import { deriveDirectly } from '../../../model/finding.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import { serializePerson } from '../claims/person.ts'
import { readClaims } from '../disclosure/reading.ts'
import type {
  IssuerCalls,
  OpenedSession,
  ProbeContext,
  ProbeOutcome,
  ReceiverQuestion,
  ValidationReply,
} from '../model/probe.ts'

/** A session that was run to its end. */
export interface CompletedSession {
  readonly opened: OpenedSession
  readonly reply: ValidationReply
}

/** Runs one valid session for each account, one after the other. Undefined if one of them is not accepted. */
async function runControlSessions(calls: IssuerCalls): Promise<readonly CompletedSession[] | undefined> {
  const completed: CompletedSession[] = []
  for (const account of calls.sessions.keys()) {
    const opened = await calls.openSession(account)
    const nonce = opened && (await calls.takeNonce(account))
    if (!opened || nonce === undefined) return undefined
    const reply = await calls.sendRequest({ caller: account, holder: account, ...opened, nonce })
    if (reply.answer !== 'accepted') return undefined
    completed.push({ opened, reply })
  }
  return completed
}

/** One valid session for each account. */
const controlSessions: ReceiverQuestion<readonly CompletedSession[] | undefined> = {
  name: 'control-sessions',
  ask: async ({ runCalls }) => {
    let controls: readonly CompletedSession[] | undefined
    await runCalls?.(async (calls) => {
      controls = await runControlSessions(calls)
      return controls !== undefined
    })
    return controls
  },
}

/** Runs a probe after control sessions. An issuer that rejects those may require an offer first: nothing can be concluded. */
export const runAfterControls =
  (
    createProbe: (
      controls: readonly CompletedSession[],
    ) => (context: ProbeContext) => Promise<ProbeOutcome | undefined>,
  ) =>
  async (context: ProbeContext): Promise<ProbeOutcome | undefined> => {
    if (!context.runCalls || context.members < 1) return undefined
    const controls = await context.askOnce(controlSessions)
    if (controls) return createProbe(controls)(context)
    return { answer: 'inconclusive', reason: 'the valid control request was not accepted, as no offer led to it' }
  }

/** Reads the claims about the person in a response. Undefined if no credential can be read. */
function readPerson({ readArtefacts }: ValidationReply, decide: Decide): string | undefined {
  const credential = readArtefacts().find((each): each is Artefact<'credential'> => each.kind === 'credential')?.content
  if (!credential) return undefined
  return serializePerson(readClaims(credential, { decide, derive: deriveDirectly }).claims)
}

/** Lists the values of the members of a decrypted response. */
const listMembers = ({ readArtefacts }: ValidationReply): readonly unknown[] =>
  readArtefacts().flatMap(({ kind, content }) => (kind === 'response' && content ? Object.values(content) : []))

/** Whether a response names the dataset of another session, or is about the person in the control of that session. */
export function hasOthersData(
  own: CompletedSession,
  other: CompletedSession,
  controls: readonly [CompletedSession, CompletedSession],
  decide: Decide,
): boolean {
  const isOtherDataset = own.opened.dataset !== other.opened.dataset
  if (isOtherDataset && listMembers(own.reply).includes(other.opened.dataset)) return true
  const [person, expected, wrong] = [own, ...controls].map(({ reply }) => readPerson(reply, decide))
  return person !== undefined && person === wrong && wrong !== expected
}
