import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { writeDurably } from '../files/durable.ts'
import type { LineIndexSizes } from './compare/line-index.ts'
import type { SampleState } from './compare/sample.ts'
import type { SourcePosition } from './sources/audit-plan.ts'
import type { AuditTotals } from './totals.ts'

/** What an interrupted audit goes on from. Everything that is on the disk is cut to the sizes in it. */
export interface Checkpoint {
  /** What the audit reads and how it judges, as a text: a resumed audit has to be the same. */
  readonly subject: string
  /** The key of the hashes of private values. It is removed with the folder when the audit ends. */
  readonly key: string
  readonly position: SourcePosition & { readonly ordinal: number }
  readonly now: number
  readonly totals: AuditTotals
  readonly recordSizes: readonly number[]
  readonly lineSizes: LineIndexSizes
  readonly failuresSize: number
  readonly sample: SampleState
}

const name = 'checkpoint.json'

export const writeCheckpoint = (folder: string, checkpoint: Checkpoint): void =>
  writeDurably(folder, name, writeJson(checkpoint), { mode: 0o600 })

/** Reads the checkpoint of a folder; `undefined` if there is none. */
export function readCheckpoint(folder: string): Checkpoint | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new HarnessError('ERR_INPUT', `cannot read the checkpoint in ${folder}`, { cause })
  }
}
