import type { ReportedCause, ReportedResult, ReportedSession, RunReport } from '../model/run-report.ts'
import { splitTargetWords } from '../model/wire.ts'

/** What the causes of a run are found from. */
type JudgedSessions = Pick<RunReport, 'sessions' | 'results'>

/**
 * Finds why requirements could not be judged: first the sessions that ended early, with everything that waits for them,
 * then every other reason with its requirements. Each inconclusive requirement is in exactly one of them.
 */
export function findCauses({ sessions, results }: JudgedSessions): readonly ReportedCause[] {
  const early = sessions.filter(({ ended }) => ended !== 'completed')
  const open = results.filter((result) => isWaiting(result, early))
  const rest = results.filter((result) => result.outcome === 'cantTell' && !open.includes(result))
  const ended = [...Map.groupBy(early, describeEnd).values()].map(
    (some, i): ReportedCause => ({
      text: some[0]?.reason ?? 'no reason was recorded',
      sessions: some.map(({ session }) => session),
      settings: [...new Set(some.flatMap(({ settings = [] }) => settings))],
      // One message that is missing is enough for all that follows: the first cause has everything that waits.
      waiting: i === 0 ? open.map(({ id }) => id) : [],
    }),
  )
  const others = [...Map.groupBy(rest, ({ reason = 'no reason was recorded' }) => reason)].map(
    ([text, some]): ReportedCause => {
      const failure = findFailure(text, results)
      return {
        text,
        sessions: [],
        ...(failure !== undefined && { failure }),
        settings: [],
        waiting: some.map(({ id }) => id),
      }
    },
  )
  return [...ended, ...others]
}

/** Sessions that ended for the same reason, whatever the words of the target. */
const describeEnd = ({ ended, reason = '' }: ReportedSession): string => `${ended} ${splitTargetWords(reason)[0]}`

/**
 * Whether a result waits for a session that ended early. What depends on an answer to a decision does not. Where a message
 * was lost, even a failure may have that as its cause.
 */
function isWaiting(
  { outcome, reason = '', passesUnder = [], inapplicableUnder = [] }: ReportedResult,
  early: readonly ReportedSession[],
): boolean {
  if (outcome === 'failed') return early.some(({ ended }) => ended === 'unavailable')
  const dependsOnAnswer = reason.startsWith('would fail') || passesUnder.length + inapplicableUnder.length > 0
  return outcome === 'cantTell' && !dependsOnAnswer && early.some(({ session }) => session !== 'last')
}

/** Characters of a finding that is long enough to be recognised in another sentence. */
const leastLength = 16

/** Finds the failure that made something unreadable: the reason repeats what was found there. */
const findFailure = (reason: string, results: readonly ReportedResult[]): string | undefined =>
  results.find(
    ({ outcome, decides, findings }) =>
      outcome === 'failed' &&
      decides !== undefined &&
      findings.some(({ actual }) => actual.length >= leastLength && reason.endsWith(`: ${actual}`)),
  )?.id

/** Finds the session, or the failure that is not a known one, that each requirement waits for, by its id. */
export function mapWaiting(report: JudgedSessions & Pick<RunReport, 'baseline'>): ReadonlyMap<string, ReportedCause> {
  const known = new Set(report.baseline?.known.flatMap(({ id, state }) => (state === 'matched' ? [id] : [])))
  const isShown = ({ sessions, failure }: ReportedCause): boolean =>
    sessions.length > 0 || (failure !== undefined && !known.has(failure))
  return new Map(
    findCauses(report)
      .filter(isShown)
      .flatMap((cause) => cause.waiting.map((id) => [id, cause] as const)),
  )
}

/** A report with the causes of what is inconclusive. */
export const addCauses = (report: RunReport): RunReport => ({ ...report, causes: findCauses(report) })
