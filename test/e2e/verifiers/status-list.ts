import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

// Token Status Lists as a verifier reads them that shares no code with Assay.

interface ListReference {
  readonly idx: number
  readonly uri: string
}

/** Where the status of a credential is: its list, and the index there. */
export function findList({ status }: Readonly<Record<string, unknown>>): ListReference {
  const { idx, uri } = Object(Object(status).status_list)
  assert(Number.isInteger(idx) && idx >= 0 && typeof uri === 'string')
  return { idx, uri }
}

const words = ['active', 'revoked', 'suspended']

/** The status at an index of the list in a token. */
export function readListed({ status_list: list }: Readonly<Record<string, unknown>>, index: number): unknown {
  const { bits, lst } = Object(list)
  assert([1, 2, 4, 8].includes(bits))
  const octets = inflateSync(Buffer.from(lst, 'base64url'))
  const [at, shift] = [Math.floor((index * bits) / 8), (index * bits) % 8]
  assert(at < octets.length)
  return words[(Number(octets[at]) >> shift) % 2 ** bits]
}
