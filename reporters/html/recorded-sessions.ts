import { isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import type { RecordLine } from '../../model/record.ts'
import type { LocatedFinding } from '../../model/report.ts'
import type { ReportedResult, ReportedSession, RunReport } from '../../model/run-report.ts'

/** A session with its messages from the record. */
export interface RecordedSession {
  readonly session: string
  /** What the report says of it, if it is one of the valid sessions. */
  readonly reported?: ReportedSession
  /** The probe that was sent in it, if it was not handled correctly. */
  readonly probe?: ProbeResult
  readonly lines: readonly RecordLine[]
  /** The id of its place on the page. */
  readonly anchor: string
}

/** Sessions that are drawn beside the valid ones. A run may have a thousand; the record has them all. */
const maxOtherSessions = 24

/** Selects the sessions for the page: the valid ones, then those with a finding or a probe that was not handled correctly. */
export function selectSessions(report: RunReport, record: readonly RecordLine[] = []): readonly RecordedSession[] {
  const linesBySession = Map.groupBy(record, ({ session }) => session)
  const valid = report.sessions.map(({ session }) => session)
  const withFindings = report.results.flatMap(({ findings }) => findings.map(({ session }) => session))
  const withProbes = report.probes.filter((each) => !isHandledCorrectly(each)).map(({ session }) => session)
  const others = new Set([...withFindings, ...withProbes].filter((each) => each !== undefined && !valid.includes(each)))
  return [...new Set([...valid, ...[...others].slice(0, maxOtherSessions)])].flatMap((session = '', i) => {
    const reported = report.sessions.find((each) => each.session === session)
    const probe = report.probes.find((each) => each.session === session && each.answer !== each.expected)
    const lines = linesBySession.get(session)
    if (!lines) return []
    return [{ session, lines, anchor: `session-${i + 1}`, ...(reported && { reported }), ...(probe && { probe }) }]
  })
}

/** Adds the session to findings about a probe; such a finding names only the probe. */
export function addProbeSessions({ results, probes }: RunReport): readonly ReportedResult[] {
  const sessions = new Map(probes.map(({ id, session }) => [id, session]))
  const addSession = (finding: LocatedFinding): LocatedFinding => {
    const session = finding.kind === 'exchange' ? sessions.get(finding.at) : undefined
    return session === undefined || finding.session !== undefined ? finding : { ...finding, session }
  }
  return results.map((result) => ({ ...result, findings: result.findings.map(addSession) }))
}

/** Sorts messages in the order of sending. */
export const sortByNumber = (lines: readonly RecordLine[]): readonly RecordLine[] =>
  lines.toSorted((a, b) => a.number - b.number)
