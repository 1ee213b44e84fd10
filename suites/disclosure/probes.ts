import { createHash } from 'node:crypto'
import type { StatefulProbe } from '../../model/probe.ts'
import { change } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { SD } from './requirements.ts'

/** Digests of nothing that anybody discloses. */
const decoys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => createHash('sha256').update(`nothing ${i}`).digest('base64url'))

const embedded = (how: (digests: readonly string[]) => readonly string[]) =>
  mutate.embedded(change('/_sd', (digests) => (Array.isArray(digests) ? [...how(digests.map(String))] : digests)))

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with one digest that belongs to no disclosure', embedded((own) => [...own, ...decoys(1)])),
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with as many such digests in front as it has claims', embedded((own) => [...decoys(own.length), ...own])),
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with 200 such digests among its own', embedded((own) => [...own, ...decoys(200)].toSorted())),
]
