import { formatNames } from '../../reporters/formats.ts'
import type { Flag } from '../terminal/flags.ts'

// Flags that several commands have in common.

export const json: Flag = { meaning: 'print one JSON document' }

export const section: Flag = { value: 'S', meaning: 'only this section of the document, such as 2.9' }

export const seed: Flag = { value: 'N', meaning: 'random seed; the same seed gives the same result' }

/** A format of the report that is written beside `report.json`. */
export const format: Flag = {
  value: 'NAME',
  repeatable: true,
  meaning: `another format of the report, written beside report.json: ${formatNames.join(', ')}`,
}
