import { type CborMap, type CborValue, isCborMap } from '../cbor/decode.ts'
import { readText } from '../encoding/json.ts'
import type { Jwk } from '../jose/jwk.ts'

/** The labels of the members of a key (RFC 9053, section 7). */
export const keyLabels = { kty: 1, crv: -1, x: -2, y: -3, d: -4 } as const

const curves: ReadonlyMap<unknown, readonly [kty: 'EC' | 'OKP', crv: string]> = new Map([
  [1, ['EC', 'P-256']],
  [2, ['EC', 'P-384']],
  [3, ['EC', 'P-521']],
  [6, ['OKP', 'Ed25519']],
  [7, ['OKP', 'Ed448']],
])

/** The types of keys: one coordinate, and two. */
export const keyTypes = { OKP: 1, EC: 2 } as const

/** A public key of COSE as a JWK; nothing, if it cannot be used here. */
export function readCoseKey(key: CborValue): Jwk | undefined {
  if (!isCborMap(key)) return undefined
  const [kty, crv] = curves.get(key.get(keyLabels.crv)) ?? []
  const [x, y] = [readCoordinate(key, keyLabels.x), readCoordinate(key, keyLabels.y)]
  if (kty === undefined || crv === undefined || x === undefined || key.get(keyLabels.kty) !== keyTypes[kty])
    return undefined
  if (kty === 'OKP') return { kty, crv, x }
  return y === undefined ? undefined : { kty, crv, x, y }
}

function readCoordinate(key: CborMap, label: number): string | undefined {
  const octets = key.get(label)
  return Buffer.isBuffer(octets) ? octets.toString('base64url') : undefined
}

/** A public JWK as a key of COSE; nothing, if its curve is none of these. */
export function writeCoseKey({ kty, crv, x, y }: Jwk): ReadonlyMap<number, number | Buffer> | undefined {
  const [number] = [...curves].find(([, known]) => known[0] === kty && known[1] === crv) ?? []
  if (typeof number !== 'number') return undefined
  return new Map<number, number | Buffer>([
    [keyLabels.kty, kty === 'OKP' ? keyTypes.OKP : keyTypes.EC],
    [keyLabels.crv, number],
    [keyLabels.x, Buffer.from(readText(x), 'base64url')],
    ...(y === undefined ? [] : [[keyLabels.y, Buffer.from(readText(y), 'base64url')] as const]),
  ])
}
