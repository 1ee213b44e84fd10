import { isRight, type Probed } from '../../src/model/probe.ts'
import type { RecordLine } from '../../src/model/record.ts'
import type { Located } from '../../src/model/report.ts'
import type { ResultTold, RunReport, SessionTold } from '../../src/model/run-report.ts'

/** One session as the record has it, with what was found in it. */
export interface Scene {
  readonly session: string
  readonly told?: SessionTold
  /** What was put before a judge in it, if it did not go as it has to. */
  readonly probe?: Probed
  readonly lines: readonly RecordLine[]
  /** Where this session stands on the page. */
  readonly anchor: string
}

/** One side of one message. */
export interface Spot {
  readonly scene: Scene
  readonly line: RecordLine
  readonly side: 'request' | 'response'
}

/** Sessions beside the honest ones that are drawn; a run may have a thousand, and the record keeps them all. */
const most = 24

/** The sessions to be shown: the honest ones, then those in which something was found or remained open. */
export function scenesOf(report: RunReport, record: readonly RecordLine[] = []): readonly Scene[] {
  const bySession = Map.groupBy(record, ({ session }) => session)
  const honest = report.sessions.map(({ session }) => session)
  const found = report.results.flatMap(({ findings }) => findings.map(({ session }) => session))
  const unwelcome = report.probes.filter((each) => !isRight(each)).map(({ session }) => session)
  const others = [...found, ...unwelcome].filter((each) => each !== undefined && !honest.includes(each))
  return [...new Set([...honest, ...[...new Set(others)].slice(0, most)])].flatMap((session = '', i) => {
    const told = report.sessions.find((each) => each.session === session)
    const probe = report.probes.find((each) => each.session === session && each.answer !== each.expected)
    const lines = bySession.get(session)
    return lines ? [{ session, lines, anchor: `session-${i + 1}`, ...(told && { told }), ...(probe && { probe }) }] : []
  })
}

/** Findings about a probe say which one it was; here they say in which session it was as well. */
export const withSessions = ({ results, probes }: RunReport): readonly ResultTold[] => {
  const sessions = new Map(probes.map(({ id, session }) => [id, session]))
  return results.map((result) => ({ ...result, findings: result.findings.map((each) => inSession(each, sessions)) }))
}

function inSession(finding: Located, sessions: ReadonlyMap<string, string | undefined>): Located {
  const session = finding.kind === 'exchange' ? sessions.get(finding.at) : undefined
  return session === undefined || finding.session !== undefined ? finding : { ...finding, session }
}

/** The message in which a finding was made, and the side of it; nothing where it belongs to no single message. */
export function spotOf(finding: Located, scenes: readonly Scene[]): Spot | undefined {
  const searched = finding.session === undefined ? scenes : scenes.filter(({ session }) => session === finding.session)
  for (const matches of [isLayer(finding), isKind(finding)]) {
    for (const scene of searched) {
      for (const line of inOrder(scene.lines)) {
        const layer = line.layers.find(matches)
        if (layer) return { scene, line, side: layer.in }
      }
    }
  }
  return finding.kind === 'exchange' ? (byProbe(finding, searched) ?? byAddress(finding, searched)) : undefined
}

const isLayer =
  ({ kind, in: place }: Located) =>
  (layer: RecordLine['layers'][number]): boolean =>
    layer.kind === kind && layer.at === place

const isKind =
  ({ kind }: Located) =>
  (layer: RecordLine['layers'][number]): boolean =>
    layer.kind === kind

/** A finding about a probe: the last call to the judge, and its answer if it gave one. */
function byProbe({ at }: Located, scenes: readonly Scene[]): Spot | undefined {
  const scene = scenes.find(({ probe }) => probe?.id === at)
  const calls = inOrder(scene?.lines ?? []).filter(({ to }) => to === scene?.probe?.judge)
  const line = calls.findLast(({ endpoint }) => answered.has(endpoint)) ?? calls.at(-1)
  return scene && line ? { scene, line, side: line.response ? 'response' : 'request' } : undefined
}

/** Where judges answer what is put before them. */
const answered: ReadonlySet<RecordLine['endpoint']> = new Set(['validate', 'walletCallback', 'presentation'])

/** A finding about an exchange may name the address that was called. */
function byAddress({ at }: Located, scenes: readonly Scene[]): Spot | undefined {
  if (!/^\/./.test(at)) return undefined
  for (const scene of scenes) {
    const line = inOrder(scene.lines).find(({ request: { url } }) => url.includes(at))
    if (line) return { scene, line, side: line.response ? 'response' : 'request' }
  }
  return undefined
}

/** Messages in the order of sending. */
export const inOrder = (lines: readonly RecordLine[]): readonly RecordLine[] =>
  lines.toSorted((a, b) => a.number - b.number)

/** Which requirements failed at which side of a message, by `number side`. */
export type Marks = ReadonlyMap<string, readonly string[]>

export const markOf = ({ line, side }: Pick<Spot, 'line' | 'side'>): string => `${line.number} ${side}`

/** What is to be marked in all sessions. */
export function marksOf(results: readonly ResultTold[], scenes: readonly Scene[]): Marks {
  const pairs = results.flatMap((result) => spotsOf(result, scenes).map((spot) => [markOf(spot), result.id] as const))
  return new Map([...Map.groupBy(pairs, ([mark]) => mark)].map(([mark, all]) => [mark, all.map(([, id]) => id)]))
}

/** Where the findings of a requirement were made, each place once, in the order of the findings. */
export function spotsOf({ findings }: ResultTold, scenes: readonly Scene[]): readonly Spot[] {
  const places = grouped(findings).flatMap((finding) => spotOf(finding, scenes) ?? [])
  return [...new Map(places.map((spot) => [markOf(spot), spot])).values()]
}

/** One finding for each place, as there may be hundreds in one. */
const grouped = (findings: readonly Located[]): readonly Located[] => [
  ...new Map(
    findings.map((each) => [
      `${each.session} ${each.kind} ${each.in} ${each.kind === 'exchange' ? each.at : ''}`,
      each,
    ]),
  ).values(),
]
