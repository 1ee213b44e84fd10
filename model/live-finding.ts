import type { LocatedFinding } from './report.ts'

/** A requirement that failed in a message of a target, as far as this message shows it. */
export interface LiveFinding extends Pick<LocatedFinding, 'at' | 'expected' | 'actual' | 'diagnosis'> {
  readonly id: string
  readonly text: string
  readonly side: 'request' | 'response'
}
