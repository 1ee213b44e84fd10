import type { Located } from '../src/model/report.ts'
import type { Reason, ResultTold, RunReport } from '../src/model/run-report.ts'
import { blockOf, plain } from './blocks.ts'
import { harmless, harmlessJson } from './escape.ts'
import { footnotes, remedies, verdictWords } from './verdicts.ts'

/** Characters of one text that a file shows; a screen shows less. */
const longest = 4_000

/** Text of a stranger for a file: nothing in it is obeyed by a terminal, or has no place in XML or YAML. */
export const shown = (text: string, most = longest): string =>
  harmless(text, most).replaceAll(/\p{NChar}/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)

/** The same with its ends of lines, for forms in which they do no harm. */
const shownLines = (text: string, most?: number): string => shown(text, most).replaceAll('\\u{a}', '\n')

/** A JSON document in lines, with all texts made harmless: a reader that refuses half a character does not refuse it. */
export const jsonLines = (document: unknown, most?: number): readonly string[] =>
  harmlessJson(
    JSON.stringify(document, (_, value) => (typeof value === 'string' ? shownLines(value, most) : value), 2),
  ).split('\n')

/** Where a finding was made. */
export const placeOf = ({ in: layers, at }: Located): string =>
  [layers, at].filter((part) => part !== '').join(' › ') || 'the whole of it'

/** A finding in one line. */
export const sentenceOf = (finding: Located): string =>
  shown(`${placeOf(finding)}: expected ${finding.expected}, actual ${finding.actual}`)

/** A requirement that failed, as the console tells it, and how to see it again. */
export const failureLines = (report: RunReport, result: ResultTold): readonly string[] => [
  ...[...blockOf(result, plain)].map((line) => shown(line)),
  `    ${'reproduce'.padEnd(13)} ${reproductionOf(report, result.id)}`,
]

/** The command line that plays the same run for one requirement. */
export const reproductionOf = (report: RunReport, id: string): string =>
  `npx assay run ${reproductionWords(report, id).map(quoted).join(' ')}`

/** What is said to `assay run` in it. */
export function reproductionWords(report: RunReport, id: string): readonly string[] {
  const { cast, profile, decisions, seed, now, strict } = report
  const targets = cast.flatMap(({ role, url }) => (url === undefined ? [] : [`${role.replaceAll(' ', '-')}=${url}`]))
  const given = decisions.filter(({ source }) => source === 'given').map((each) => `${each.id}=${each.value}`)
  return [
    ...targets.flatMap((target) => ['--target', target]),
    ...['--only', id, '--profile', profile],
    ...given.flatMap((answer) => ['--decision', answer]),
    ...['--seed', seed],
    ...(now === undefined ? [] : ['--now', String(now)]),
    ...(strict === true ? ['--strict'] : []),
  ]
}

/** A word of a command line, which a shell takes as it is. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${shown(word).replaceAll("'", "'\\''")}'`

/** The verdict in one line. */
export const verdictLine = ({ verdict: { result, claimable, exitCode } }: RunReport): string =>
  `${verdictWords[result][0]}, ${claimable ? 'this may be claimed' : 'not to be claimed'}, exit ${exitCode}`

/** Why a verdict is what it is, and what keeps it from being claimed. */
export const reasonLines = ({ verdict: { reasons } }: RunReport): readonly string[] =>
  reasons.map(({ text, count }) => shown(`${text}${count > 1 ? ` (${count} times)` : ''}`))

/** What to do first. */
export function firstStep(report: RunReport): string {
  const { result, claimable, reasons } = report.verdict
  if (result === 'unavailable') return `${remedyOf(report)}, then run \`npx assay doctor\`. Nothing was judged.`
  if (result === 'defect')
    return 'Report the defect of assay below, with the command line. It says nothing of the target.'
  if (result === 'interrupted') return 'Run it again: it did not come to its end.'
  if (result === 'nonconformant') return `Read \`npx assay explain ${firstFailed(report)}\`: it failed first.`
  if (result === 'inconclusive') return `Look at what could not be told${because(reasons)}.`
  if (claimable) return 'Nothing: it conforms, and that may be claimed.'
  return `It conforms. Before you claim it, look at this${because(reasons)}.`
}

const because = (reasons: readonly Reason[]): string => {
  const [first] = reasons.filter(({ code }) => !footnotes.includes(code)).concat(reasons)
  return first ? `: ${first.text}` : ''
}

const remedyOf = ({ sessions }: RunReport): string =>
  remedies[sessions.find(({ ended }) => ended === 'lost')?.loss ?? 'unreachable']

const firstFailed = ({ results }: RunReport): string => results.find(({ outcome }) => outcome === 'failed')?.id ?? ''
