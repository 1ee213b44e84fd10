import { createHash } from 'node:crypto'
import { change } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import type { StatefulProbe } from '../model/probe.ts'
import { SD } from './requirements.ts'

const createDecoys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => createHash('sha256').update(`nothing ${i}`).digest('base64url'))

const changeDigests = (how: (digests: readonly string[]) => readonly string[]) =>
  mutate.embedded(change('/_sd', (digests) => (Array.isArray(digests) ? [...how(digests.map(String))] : digests)))

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with one decoy digest', changeDigests((own) => [...own, ...createDecoys(1)])),
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with as many decoy digests as claims, before the others', changeDigests((own) => [...createDecoys(own.length), ...own])),
  legalProbe(SD.DECOYS, 'verifier', 'presents a credential with 200 decoy digests among the others', changeDigests((own) => [...own, ...createDecoys(200)].toSorted())),
]
