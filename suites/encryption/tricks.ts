import { type Trick, trick } from '../../src/model/probe.ts'
import { RawJson, writeJson } from '../../src/protocol/json.ts'
import { instead } from '../deviations.ts'
import { session } from '../tricking.ts'
import { ENC } from './requirements.ts'

/** Octets that a small message grows to. */
const grown = 30_000_000

/** A request with blanks in it that compress to next to nothing. */
const bomb = instead('wallet', 'encrypt', (honest) => (request, metadata) => {
  const text = writeJson(request)
  return honest(new RawJson(`${text.slice(0, 1)}${' '.repeat(grown)}${text.slice(1)}`), metadata)
})

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(ENC.BOUNDED, 'issuer', `sends a small message that grows to ${grown / 1e6} million octets`, 'refused', session(bomb)),
]
