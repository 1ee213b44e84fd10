import { ECDH } from 'node:crypto'
import { type CborMap, type CborValue, isCborMap } from '../cbor/decode.ts'
import { attemptCrypto } from '../encoding/attempt-crypto.ts'
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

/** The types of keys: one coordinate, two, and no public part. */
export const keyTypes = { OKP: 1, EC: 2, symmetric: 4 } as const

/** The type of the keys on a curve; nothing, if the curve is unknown. */
export function findCurveType(crv: CborValue): number | undefined {
  const [kty] = curves.get(crv) ?? []
  return kty && keyTypes[kty]
}

/** A public key of COSE as a JWK; nothing, if it cannot be used here. */
export function readCoseKey(key: CborValue): Jwk | undefined {
  if (!isCborMap(key)) return undefined
  const [kty, crv] = curves.get(key.get(keyLabels.crv)) ?? []
  const [x, y] = [readCoordinate(key, keyLabels.x), readCoordinate(key, keyLabels.y)]
  if (kty === undefined || crv === undefined || x === undefined || key.get(keyLabels.kty) !== keyTypes[kty])
    return undefined
  if (kty === 'OKP') return { kty, crv, x }
  const sign = key.get(keyLabels.y)
  if (typeof sign === 'boolean') return decompress({ kty, crv, x }, sign)
  return y === undefined ? undefined : { kty, crv, x, y }
}

const opensslCurves: Readonly<Record<string, string>> = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
}

/** A key of which only the sign of `y` is given (RFC 9053, section 7.1.1); nothing, if no point has its `x`. */
function decompress(
  key: { readonly kty: 'EC'; readonly crv: string; readonly x: string },
  sign: boolean,
): Jwk | undefined {
  const octets = Buffer.concat([Buffer.of(sign ? 3 : 2), Buffer.from(key.x, 'base64url')])
  const point = attemptCrypto(() =>
    ECDH.convertKey(octets, opensslCurves[key.crv] ?? '', undefined, undefined, 'uncompressed'),
  )
  return Buffer.isBuffer(point)
    ? { ...key, y: point.subarray((point.length + 1) / 2).toString('base64url') }
    : undefined
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
