import type { Decide } from '../../../model/decision.ts'
import type { SequenceResult } from '../../kit/exploration.ts'
import type { IssuerCalls, OpenedSession, ProbeContext, ProbeOutcome, ValidationReply } from '../model/probe.ts'
import { type CompletedSession, hasOthersData, runAfterControls } from './control-sessions.ts'
import { runExploration } from './exploration.ts'
import { generateSchedules, interleave, splitCall, type Turn } from './interleaving.ts'
import { nameAccount } from './issuer-model.ts'

const accounts = [0, 1] as const

/** Each session makes three calls (open, nonce, validate), and each call takes two turns. */
const schedules = generateSchedules(accounts.length, accounts.length * 3 * 2)

/** The state of two interleaved sessions. */
interface InterleavedRun {
  readonly calls: IssuerCalls
  readonly steps: string[]
  readonly completed: (CompletedSession | undefined)[]
  /** How many calls have no response yet. */
  pending: number
  isLost: boolean
  /** The account whose request was rejected. */
  rejected?: number
}

/** The turns of one session. After a failure neither session goes on. */
function createSession(account: number, run: InterleavedRun): readonly Turn[] {
  const { calls, steps, completed } = run
  let opened: OpenedSession | undefined
  let sendRequest: (() => Promise<ValidationReply>) | undefined
  const createCall = (description: string, makeCall: () => Promise<boolean>): readonly Turn[] =>
    splitCall(async () => {
      if (run.isLost || run.rejected !== undefined) return
      steps.push(`${run.pending++ > 0 ? 'at the same time ' : ''}${description} for ${nameAccount(account)}`)
      const isAnswered = await makeCall()
      run.pending--
      run.isLost ||= !isAnswered
    })
  return [
    ...createCall('opens a session', async () => {
      opened = await calls.openSession(account)
      return opened !== undefined
    }),
    ...createCall('fetches a nonce', async () => {
      const nonce = await calls.takeNonce(account)
      if (!opened || nonce === undefined) return false
      sendRequest = calls.prepareRequest({ caller: account, holder: account, ...opened, nonce })
      return true
    }),
    ...createCall('sends a request', async () => {
      if (!opened || !sendRequest) return false
      const reply = await sendRequest()
      completed[account] = { opened, reply }
      if (reply.answer === 'refused') run.rejected = account
      return reply.answer !== 'inconclusive'
    }),
  ]
}

async function interleaveSessions(schedule: readonly number[], calls: IssuerCalls): Promise<InterleavedRun> {
  const run: InterleavedRun = { calls, steps: [], completed: [], pending: 0, isLost: false }
  await interleave(
    accounts.map((account) => createSession(account, run)),
    schedule,
  )
  return run
}

const nameSession = ({ calls: { sessions } }: InterleavedRun, account: number) => {
  const { [account]: session } = sessions
  return session === undefined ? {} : { session }
}

/** A run has failed if a request was rejected, or if a session received the data of the other. */
function concludeRun(run: InterleavedRun, mixedUp: number | undefined): SequenceResult {
  const { steps, isLost, rejected, completed } = run
  const failed = rejected ?? mixedUp
  const failure = rejected === undefined ? 'receives the data of the other' : 'is rejected'
  return {
    answered: completed.filter((each) => each !== undefined).length === accounts.length ? 1 : 0,
    isLost,
    hasFailed: failed !== undefined,
    steps:
      failed === undefined ? steps : [...steps.slice(0, -1), `${steps.at(-1)} (${nameAccount(failed)} ${failure})`],
    ...nameSession(run, failed ?? 0),
  }
}

/** Both of two interleaved sessions must be accepted in any order of their calls, and each must receive its own data. */
export const runInterleavedSessions = runAfterControls(
  (controls) =>
    async (context: ProbeContext): Promise<ProbeOutcome | undefined> => {
      const [first, second] = controls
      if (!first || !second) return undefined
      const run = async (schedule: readonly number[], calls: IssuerCalls) => {
        const interleaved = await interleaveSessions(schedule, calls)
        return concludeRun(interleaved, findMixedUp(interleaved, [first, second], context.decide))
      }
      return runExploration('accepted', { values: schedules, run })(context)
    },
)

/** Finds the account that received the data of the other. */
function findMixedUp(
  { completed: [one, other] }: InterleavedRun,
  [first, second]: readonly [CompletedSession, CompletedSession],
  decide: Decide,
): number | undefined {
  if (!one || !other) return undefined
  if (hasOthersData(one, other, [first, second], decide)) return 0
  return hasOthersData(other, one, [second, first], decide) ? 1 : undefined
}
