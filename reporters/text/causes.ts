import type { ReportedCause, ReportedResult, RunReport } from '../../model/run-report.ts'
import { findCauses, mapWaiting } from '../causes.ts'
import { listAccepted } from '../result-status.ts'
import { sanitizeForFile } from './sanitize.ts'
import { formatCount, listAll } from './wording.ts'

/** Lists why requirements could not be judged, without those that a baseline accepts. */
export function listCauses(report: RunReport): readonly ReportedCause[] {
  const accepted = listAccepted(report)
  return findCauses(report)
    .map((cause) => ({ ...cause, waiting: cause.waiting.filter((id) => !accepted.has(id)) }))
    .filter(({ sessions, waiting }) => sessions.length + waiting.length > 0)
}

/** Whether a cause is a session that ended early. */
export const isEarlyEnd = ({ sessions }: ReportedCause): boolean => sessions.length > 0

/** What could not be judged because of each failure that is reported, by the id of that failure. */
export function groupByFailure(report: RunReport): ReadonlyMap<string, Pick<ReportedCause, 'waiting'>> {
  const accepted = listAccepted(report)
  const caused = listCauses(report).filter(({ failure }) => failure !== undefined && !accepted.has(failure))
  const groups = Map.groupBy(caused, ({ failure = '' }) => failure)
  return new Map([...groups].map(([id, some]) => [id, { waiting: some.flatMap(({ waiting }) => waiting) }]))
}

/** Whether a cause is reported by itself: neither a session nor a failure has it below. */
export const isLoose = (report: RunReport): ((cause: ReportedCause) => boolean) => {
  const failures = groupByFailure(report)
  return (cause) => !isEarlyEnd(cause) && !failures.has(cause.failure ?? '')
}

/** Names a cause: `sessions first and second: validate was answered with status 401`, or why something is inconclusive. */
export const nameCause = (cause: ReportedCause): string => {
  const { text, sessions } = cause
  return isEarlyEnd(cause)
    ? `${sessions.length === 1 ? 'session' : 'sessions'} ${listAll(sessions)}: ${text}`
    : `inconclusive: ${text}`
}

/** The flags of settings that are most often missing. */
const flags: Readonly<Record<string, string>> = { writeRoot: '--write-root', patience: '--patience' }

const nameSetting = (setting: string): string => (flags[setting] ? `${setting} (${flags[setting]})` : setting)

/** Names the settings that are probably wrong; empty if none is suspected. */
export const describeSuspects = ({ settings }: ReportedCause): string => {
  const [first, ...others] = settings.map(nameSetting)
  if (first === undefined) return ''
  return others.length === 0 ? first : `${first}; or else ${others.join(', ')}`
}

/** Says how many requirements wait for a session that ended early, or for a failure. */
export const countWaiting = ({ waiting }: Pick<ReportedCause, 'waiting'>): string =>
  `${formatCount(waiting.length, 'requirement')} could not be judged because of it`

/** The causes as plain lines, for formats that know no structure. */
export const formatCauseLines = (report: RunReport): readonly string[] =>
  listCauses(report)
    .filter(isEarlyEnd)
    .flatMap((cause) => [
      nameCause(cause),
      ...(cause.settings.length > 0 ? [`probably wrong: ${describeSuspects(cause)}`] : []),
      ...(cause.waiting.length > 0 ? [countWaiting(cause)] : []),
    ])
    .map((line) => sanitizeForFile(line))

/** Makes a function that names the session, or the failure, that a result waits for; empty if it waits for none. */
export function createPointer(report: RunReport): (result: ReportedResult) => string {
  const waiting = mapWaiting(report)
  return ({ id }) => {
    const cause = waiting.get(id)
    if (cause === undefined) return ''
    return cause.failure === undefined
      ? `waits for the ${nameCause(cause)}`
      : `waits for ${cause.failure}, which failed: ${cause.text}`
  }
}
