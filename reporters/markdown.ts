import type { Outcome } from '../src/model/report.ts'
import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { counted, listed } from './lines.ts'
import { code, fenced } from './markdown-text.ts'
import { tallyOf } from './standing.ts'
import { failureLines, firstStep, reasonLines, verdictLine } from './telling.ts'

/** Octets that a job summary of GitHub takes are 1 MiB; a little is left for whoever writes to the same one. */
const most = 1_000_000

/** A job summary: the verdict, what to do first, and what failed; the rest is numbers. */
export const markdown: Reporter = {
  name: 'markdown',

  *render(report) {
    const blocks = [...failures(report)]
    let left = most - 1_000
    for (const [i, block] of [...head(report), ...blocks].entries()) {
      left -= Buffer.byteLength(block.join('\n')) + 2
      if (left < 0) return yield* cut(report, i)
      if (i > 0) yield ''
      yield* block
    }
  },
}

/** Lines that belong together, and are left out together. */
type Block = readonly string[]

function* cut(report: RunReport, shownBlocks: number): Generator<string> {
  yield ''
  const all = [...head(report), ...failures(report)].length
  yield `**${counted(all - shownBlocks, 'further part')} left out: a summary has no more room. \`report.json\` has everything.**`
}

function* head(report: RunReport): Generator<Block> {
  const { tool, cast, profile, seed, subject } = report
  yield [`## ${marks[report.verdict.exitCode === 0 ? 'passed' : 'failed']} ${verdictLine(report)}`]
  yield [`**First:** ${prose(firstStep(report))}`]
  const targets = cast.flatMap(({ role, url }) => (url === undefined ? [] : [`${role} ${code(url)}`]))
  const tested = [subject.vendor, subject.product, subject.version].filter((part) => part !== undefined).join(' ')
  yield [
    [
      `${tool.name} ${code(tool.version)}`,
      ...(tested === '' ? [] : [`of ${code(tested)}`]),
      listed(targets, 6) || 'the reference cast',
      `profile ${code(profile)}`,
      `seed ${code(seed)}`,
    ].join(' · '),
  ]
  yield table(report)
  const reasons = reasonLines(report)
  if (reasons.length > 0) yield ['Why:', '', ...reasons.map((reason) => `- ${code(reason)}`)]
}

const marks: Readonly<Record<Outcome, string>> = {
  passed: '✅',
  passedNonStrict: '✅',
  failed: '❌',
  cantTell: '❔',
  untested: '➖',
  inapplicable: '➖',
  harnessError: '💥',
}

/** Sentences of ours; only what stands in code may be a stranger's. */
const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? code(part.slice(1, -1)) : part.replaceAll(/[<>&*_[\]#|!@~$\\]|:(?=\S)/g, '\\$&')))
    .join('')

function table(report: RunReport): Block {
  const shownOnes = Object.entries(tallyOf(report)).filter(([outcome, count]) => outcome === 'failed' || count > 0)
  return [
    `| ${shownOnes.map(([outcome]) => `${marks[outcome as Outcome]} ${outcome}`).join(' | ')} |`, // keys of a tally
    `|${' ---: |'.repeat(shownOnes.length)}`,
    `| ${shownOnes.map(([, count]) => count).join(' | ')} |`,
  ]
}

/** What needs to be looked at, the worst first. */
function* failures(report: RunReport): Generator<Block> {
  const of = (outcome: Outcome): readonly ResultTold[] => report.results.filter((each) => each.outcome === outcome)
  const isUnsure = report.verdict.result === 'unavailable'
  if (of('failed').length > 0)
    yield [`### ${isUnsure ? 'Failed, perhaps for want of a message that was lost' : 'Failed'}`]
  for (const result of of('failed')) yield failure(report, result)
  if (of('harnessError').length > 0) yield ['### Defects of assay']
  for (const { id, reason = '' } of of('harnessError')) yield [`- ${marks.harnessError} ${code(id)}: ${code(reason)}`]
  const doubts = Map.groupBy(of('cantTell'), ({ reason = '' }) => reason)
  if (doubts.size > 0) yield ['### Cannot be told']
  for (const [reason, results] of doubts) {
    yield [
      `- ${marks.cantTell} ${code(reason)}: ${listed(
        results.map(({ id }) => code(id)),
        40,
      )}`,
    ]
  }
  yield* sessions(report)
}

function failure(report: RunReport, result: ResultTold): Block {
  const { id, force, section, standard } = result
  return [
    `#### ${marks.failed} ${code(id)}`,
    '',
    `${force} · ${code(standard ?? `section ${section}`)} · ${code(`npx assay explain ${id}`)}`,
    '',
    ...fenced(failureLines(report, result)),
  ]
}

/** Sessions that ended early. */
function* sessions(report: RunReport): Generator<Block> {
  const early = report.sessions.filter(({ ended }) => ended !== 'completed')
  if (early.length === 0) return
  yield ['### Sessions that did not come to their end']
  for (const { session, ended, reason = '' } of early) yield [`- ${code(session)} was ${ended}: ${code(reason)}`]
}
