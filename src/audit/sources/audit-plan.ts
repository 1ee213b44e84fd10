import type { VerifyOptions } from '../../verify/verify.ts'

/** How the octets of a source are divided: an artefact in each line, in each record of a CSV file, or in the whole of it. */
export const sourceForms = ['lines', 'csv', 'whole'] as const
export type SourceForm = (typeof sourceForms)[number]

/** What the artefacts can be grouped by. */
export const groupings = ['issuer-key', 'month', 'configuration'] as const
export type Grouping = (typeof groupings)[number]

/** How an audit reads and judges: plain data, which threads and a resumed audit get as it is. */
export interface AuditPlan {
  readonly verify: VerifyOptions
  /** The form of all sources; without it, the name of each file decides. */
  readonly form?: SourceForm | undefined
  /** JSON pointers into the object in a line: to the artefact, and to its name in reports. */
  readonly pointer?: string | undefined
  readonly idPointer?: string | undefined
  /** The column of a CSV file that has the artefact: its name, or its number from 1. */
  readonly column?: string | undefined
  readonly groupBy?: Grouping | undefined
  /** How many lines are drawn, and by which seed. */
  readonly sample?: number | undefined
  readonly seed?: string | undefined
  /** How many lines are read. */
  readonly limit?: number | undefined
  /** Whether the first failure is the last. */
  readonly isFailFast?: boolean | undefined
  /** Seconds since 1970, the same for all artefacts. */
  readonly now: number
}

/** Where the next portion begins: in which source, at which octet of what it contains, and in which line. */
export interface SourcePosition {
  readonly source: number
  readonly offset: number
  readonly line: number
}

/** Some of a source, cut at the end of a line. */
export interface AuditPortion {
  readonly name: string
  readonly form: SourceForm
  /** The number of the first line. */
  readonly line: number
  /** The number of the first line among all lines of all sources: artefacts are referred to by it. */
  readonly ordinal: number
  readonly octets: Uint8Array
  /** The header of a CSV file. */
  readonly header?: string | undefined
  /** Lines of the portion that are left out because they are too long, with their length. */
  readonly problem?: string | undefined
  /** The lines that were drawn, counted from the first one of the portion. Without it, all of them. */
  readonly drawn?: Uint32Array | undefined
  /** The lowest level of credentials that the sample still takes. */
  readonly lowest: number
  /** Where the next portion begins. */
  readonly end: SourcePosition
  /** Octets that were read of what is on the disk, for the progress. */
  readonly read: number
}
