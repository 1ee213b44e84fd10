import type { Reason, RunVerdict } from '../src/model/run-report.ts'
import type { Loss } from '../src/model/wire.ts'
import type { Style } from './blocks.ts'

/** Verdicts as they are told. */
export const verdictWords: Readonly<Record<RunVerdict, readonly [text: string, style: Style]>> = {
  conformant: ['CONFORMANT', 'good'],
  nonconformant: ['NOT CONFORMANT', 'bad'],
  inconclusive: ['INCONCLUSIVE', 'doubt'],
  unavailable: ['TARGET UNAVAILABLE', 'bad'],
  defect: ['DEFECT OF ASSAY', 'bad'],
  interrupted: ['INTERRUPTED', 'doubt'],
}

/** Reasons that leave a verdict as it is, and only keep it from being told without a footnote. */
export const footnotes: readonly Reason['code'][] = ['assumed', 'selection', 'drift']

/** What to do about a message that did not arrive. */
export const remedies: Readonly<Record<Loss, string>> = {
  configuration: 'Mend the setting',
  unreachable: 'Start the target or mend its address',
  tls: 'Mend its certificate, or give what it takes to trust it',
  timeout: 'Give the target more time, or find out what it waits for',
  protocol: 'Look into its log, as what came back was no answer',
  interrupted: 'Begin again',
}
