import type { RecordLine } from '../../model/record.ts'
import type { LocatedFinding } from '../../model/report.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { type RecordedSession, sortByNumber } from './recorded-sessions.ts'

/** The request or the response of a message. */
export interface ShownSide {
  readonly recorded: RecordedSession
  readonly line: RecordLine
  readonly side: 'request' | 'response'
}

/** Finds the message that a finding is about; nothing if it is about no single message. */
export function findMessage(finding: LocatedFinding, sessions: readonly RecordedSession[]): ShownSide | undefined {
  if (finding.message !== undefined) return findNumbered(finding, finding.message, sessions)
  const searched =
    finding.session === undefined ? sessions : sessions.filter((each) => each.session === finding.session)
  for (const matches of [matchesLayer(finding), matchesKind(finding)]) {
    for (const recorded of searched) {
      for (const line of sortByNumber(recorded.lines)) {
        const layer = line.layers.find(matches)
        if (layer) return { recorded, line, side: layer.side }
      }
    }
  }
  return finding.kind === 'exchange' ? (findProbe(finding, searched) ?? findByPath(finding, searched)) : undefined
}

/** Finds the message that a finding names. */
function findNumbered(
  { kind }: LocatedFinding,
  number: number,
  sessions: readonly RecordedSession[],
): ShownSide | undefined {
  for (const recorded of sessions) {
    const line = recorded.lines.find((each) => each.number === number)
    if (line) return { recorded, line, side: line.layers.find((layer) => layer.kind === kind)?.side ?? 'response' }
  }
  return undefined
}

const matchesLayer =
  ({ kind, in: path }: LocatedFinding) =>
  (layer: RecordLine['layers'][number]): boolean =>
    layer.kind === kind && layer.in === path

const matchesKind =
  ({ kind }: LocatedFinding) =>
  (layer: RecordLine['layers'][number]): boolean =>
    layer.kind === kind

/** Finds the message of a probe: the last call to its receiver that brings it something. */
function findProbe({ at }: LocatedFinding, sessions: readonly RecordedSession[]): ShownSide | undefined {
  const recorded = sessions.find(({ probe }) => probe?.id === at)
  const calls = sortByNumber(recorded?.lines ?? []).filter(({ to }) => to === recorded?.probe?.receiver)
  const line = calls.findLast(({ request }) => request.body !== undefined) ?? calls.at(-1)
  return recorded && line ? { recorded, line, side: line.response ? 'response' : 'request' } : undefined
}

/** Finds the message by its path, which a finding about an exchange may name. */
function findByPath({ at }: LocatedFinding, sessions: readonly RecordedSession[]): ShownSide | undefined {
  if (!/^\/./.test(at)) return undefined
  for (const recorded of sessions) {
    const line = sortByNumber(recorded.lines).find(({ request: { url } }) => url.includes(at))
    if (line) return { recorded, line, side: line.response ? 'response' : 'request' }
  }
  return undefined
}

/** Lists the messages that the findings of a requirement are about, each once. */
export function listMessages({ findings }: ReportedResult, sessions: readonly RecordedSession[]): readonly ShownSide[] {
  const sides = removeRepeated(findings).flatMap((finding) => findMessage(finding, sessions) ?? [])
  return [...new Map(sides.map((side) => [createSideKey(side), side])).values()]
}

/** Keeps one finding for each artefact, because there may be hundreds in one. */
const removeRepeated = (findings: readonly LocatedFinding[]): readonly LocatedFinding[] => [
  ...new Map(
    findings.map((each) => {
      const { session, kind, in: path, at } = each
      return [JSON.stringify([session, kind, path, kind === 'exchange' ? at : '']), each]
    }),
  ).values(),
]

/** The ids of the requirements that failed in each request and each response. */
export type FailuresBySide = ReadonlyMap<string, readonly string[]>

/** The key of a request or a response: `7 response`. */
export const createSideKey = ({ line, side }: Pick<ShownSide, 'line' | 'side'>): string => `${line.number} ${side}`

/** Collects which requirements failed in which request or response. */
export function collectFailures(
  results: readonly ReportedResult[],
  sessions: readonly RecordedSession[],
): FailuresBySide {
  const pairs = results.flatMap((result) =>
    listMessages(result, sessions).map((side) => [createSideKey(side), result.id] as const),
  )
  return new Map([...Map.groupBy(pairs, ([key]) => key)].map(([key, all]) => [key, all.map(([, id]) => id)]))
}
