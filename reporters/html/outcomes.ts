import type { Outcome } from '../../model/report.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { isDecidingResult } from '../result-status.ts'
import { outcomeLabels } from '../text/labels.ts'

/** A kind of news, and the colour of it. */
export type Tone = 'bad' | 'doubt' | 'good' | 'quiet'

/** The label, the sign and the tone of an outcome. The sign makes it readable without colours. */
export interface OutcomeStyle {
  readonly label: string
  readonly sign: string
  readonly tone: Tone
}

const createStyle = (outcome: Outcome, sign: string, tone: Tone): OutcomeStyle => ({
  label: outcomeLabels[outcome],
  sign,
  tone,
})

export const outcomeStyles: Readonly<Record<Outcome, OutcomeStyle>> = {
  failed: createStyle('failed', '✕', 'bad'),
  harnessError: createStyle('harnessError', '!', 'bad'),
  cantTell: createStyle('cantTell', '?', 'doubt'),
  passed: createStyle('passed', '✓', 'good'),
  passedNonStrict: createStyle('passedNonStrict', '≈', 'good'),
  untested: createStyle('untested', '·', 'quiet'),
  inapplicable: createStyle('inapplicable', '–', 'quiet'),
}

/** Outcomes that keep a run from passing, the worst first. */
export const openOutcomes: readonly Outcome[] = ['failed', 'harnessError', 'cantTell']

/** Tells whether a result keeps the run from passing. */
export const isOpenIssue = (result: ReportedResult): boolean =>
  result.outcome === 'harnessError' || (isDecidingResult(result) && openOutcomes.includes(result.outcome))
