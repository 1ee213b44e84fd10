import type { ParsedMessage } from '../../model/exchange.ts'
import type { RecordHead, RecordLine } from '../../model/record.ts'
import type { WriteOctets } from '../files/durable.ts'

/** What a resumed run takes over from the run in its folder. */
export interface ContinuedRecord {
  readonly messages: readonly ParsedMessage[]
  /** Lines of the private record that are not continued: they are kept in a file of their own. */
  readonly replaced: readonly string[]
}

/** What is written, and how. */
export interface RunFolderOptions {
  readonly head: Omit<RecordHead, 'schemaVersion' | 'redacted' | PrivateHeadMember>
  /** What the head of the private record contains beside. */
  readonly privateHead?: Pick<RecordHead, PrivateHeadMember | 'addresses'>
  readonly lineOf: (message: ParsedMessage) => RecordLine
  /** Whether messages are kept with their private values, readable for this user alone. */
  readonly privately: 'kept' | 'forgotten'
  /** Whether a test can be continued from its tape, which is then left in its place. */
  readonly keepsTape?: boolean
  /** The files of further forms that will be added. */
  readonly forms?: readonly string[]
  /** The run that is resumed. Without it, the files of an earlier run are replaced. */
  readonly continued?: ContinuedRecord | undefined
  /** Writes octets to a file; tests let it fail. */
  readonly write?: WriteOctets | undefined
}

type PrivateHeadMember = 'uids' | 'completed' | 'temporary' | 'test'
