import { isStandardProfile } from '../../model/decision.ts'
import type { RunReport, RunVerdict } from '../../model/run-report.ts'
import { countRequired } from '../result-status.ts'
import { describeCounts } from '../text/counts.ts'
import { nameSubject } from '../text/targets.ts'
import { describeResponsibility } from '../text/verdict.ts'
import { capitalize, formatCount } from '../text/wording.ts'
import type { Tone } from './outcomes.ts'

/** A verdict in words: a headline, and the sentences that explain it. */
export interface Headline {
  readonly tone: Tone
  readonly text: string
  readonly sentences: readonly string[]
}

/** Writes the headline of a report. */
export function writeHeadline(report: RunReport): Headline {
  const { result, claimable } = report.verdict
  const isProvisional = result === 'conformant' && !claimable
  const { tone, before = '', after } = headlines[result]
  return {
    tone: isProvisional ? 'doubt' : tone,
    text: `${capitalize(`${before}${nameSubject(report)}${after}`)}${isProvisional ? ' provisionally' : ''}.`,
    sentences: [...explainVerdict(report)],
  }
}

const headlines: Readonly<
  Record<RunVerdict, { readonly tone: Tone; readonly before?: string; readonly after: string }>
> = {
  conformant: { tone: 'good', after: ' passed' },
  nonconformant: { tone: 'bad', after: ' failed' },
  unsafe: { tone: 'bad', after: ' did not pass the go-live gate' },
  inconclusive: { tone: 'doubt', before: 'the result for ', after: ' is inconclusive' },
  unavailable: { tone: 'doubt', after: ' could not be reached' },
  harnessError: { tone: 'bad', before: 'Assay failed while testing ', after: '' },
  interrupted: { tone: 'doubt', before: 'the test of ', after: ' was interrupted' },
}

function* explainVerdict(report: RunReport): Generator<string> {
  const { result, claimable } = report.verdict
  if (result === 'unavailable')
    return yield 'A message did not arrive, which may have caused everything that followed. There is no verdict on the target.'
  if (result === 'harnessError')
    yield 'This is a defect of Assay, not of the target. Please report it with the command line.'
  if (result === 'interrupted') yield 'The report covers what was received until the interruption.'
  yield describeCounts(countRequired(report))
  yield* explainBaseline(report)
  if (result === 'unsafe') yield 'No mandatory requirement failed.'
  yield* [describeResponsibility(report)].filter((sentence) => sentence !== '')
  yield* listProvisions(report)
  if (claimable && !isStandardProfile(report.profile))
    yield 'All requirements were selected and no decision was left at its default, so you can claim conformance.'
  if (claimable && isStandardProfile(report.profile) && report.actors.some(({ url }) => url !== undefined))
    yield 'All requirements of the plan were judged, so you can claim conformance.'
}

/** Says what the known failures change. */
function* explainBaseline({ verdict: { result, exitCode } }: RunReport): Generator<string> {
  if (exitCode === 6) yield 'The baseline of known failures is out of date: the exit code is 6.'
  if (exitCode === 0 && result !== 'conformant')
    yield 'Every failure is known and accepted by the baseline: the exit code is 0.'
}

/** Lists what must be settled before conformance can be claimed. */
function* listProvisions({ decisions, selection, verdict, profile }: RunReport): Generator<string> {
  if (isStandardProfile(profile))
    for (const { code, text } of verdict.reasons) if (code === 'unprobed') yield `${capitalize(text)}.`
  const defaults = decisions.filter(({ source }) => source === 'default').length
  if (defaults > 0) {
    const subject = formatCount(defaults, 'decision was left at its default', 'decisions were left at their defaults')
    yield `${subject}; confirm ${defaults === 1 ? 'it' : 'them'} before you claim conformance.`
  }
  if (!selection.complete) yield 'Only some of the requirements were selected.'
}
