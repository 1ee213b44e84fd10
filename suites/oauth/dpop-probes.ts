import { type JsonObject, type JsonValue, readText } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { dropMembers as drop, setMembers as put } from '../kit/samples.ts'

/** What a DPoP proof does otherwise than the usual one. */
export interface DpopChange {
  readonly header?: (header: JsonObject, privateKey: Jwk) => JsonObject
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Who signs: another key than that in the header, or none. */
  readonly signer?: 'other' | 'none'
  /** Another key, in the header as well. */
  readonly isForeign?: true
  /** What is sent in place of a proof. */
  readonly text?: string
  /** No proof at all: with the scheme of the token, or as a bearer token. */
  readonly isMissing?: 'DPoP' | 'Bearer'
  /** The `jti` of the proof before. */
  readonly repeats?: true
  /** The proof, and another one beside it: in the same field, or in a second one. */
  readonly doubles?: 'value' | 'field'
}

/** A proof that is wrong in one place. */
export interface DpopProbe {
  readonly description: string
  readonly change: DpopChange
  /** The item of RFC 9449, section 4.3, that demands to look at it. */
  readonly item: string
  /** Whether it takes a server that gives nonces, or one that gives none. */
  readonly withNonces?: boolean
}

const year = 365 * 86_400

const change =
  (name: string, value: (before: JsonValue | undefined) => JsonValue) =>
  (claims: JsonObject): JsonObject => ({ ...claims, [name]: value(claims[name]) })

// biome-ignore format: a table, one row a line.
export const dpopProbes: readonly DpopProbe[] = [
  { description: 'a DPoP proof with the type of any JWT', change: { header: put({ typ: 'JWT' }) }, item: 'item 4' },
  { description: 'a DPoP proof that is no JWT', change: { text: 'a.text.of-three-parts' }, item: 'item 2' },
  { description: 'a DPoP proof without a signature', change: { header: put({ alg: 'none' }), signer: 'none' }, item: 'item 5' },
  { description: 'a DPoP proof that another key signed', change: { signer: 'other' }, item: 'item 6' },
  { description: 'a DPoP proof with a private key', change: { header: (header, jwk) => ({ ...header, jwk }) }, item: 'item 7' },
  { description: 'a DPoP proof for another method', change: { claims: put({ htm: 'GET' }) }, item: 'item 8' },
  { description: 'a DPoP proof for a method in small letters', change: { claims: change('htm', (htm) => readText(htm).toLowerCase()) }, item: 'item 8; RFC 9110, section 9.1' },
  { description: 'a DPoP proof for another address', change: { claims: put({ htu: 'https://issuer.invalid/other' }) }, item: 'item 9' },
  { description: 'a DPoP proof for another address of the server', change: { claims: change('htu', (htu) => `${readText(htu)}/other`) }, item: 'item 9' },
  { description: 'a DPoP proof for the server alone', change: { claims: change('htu', (htu) => new URL(readText(htu)).origin) }, item: 'item 9' },
  { description: 'two DPoP proofs', change: { doubles: 'value' }, item: 'item 1' },
  { description: 'two `DPoP` header fields', change: { doubles: 'field' }, item: 'item 1' },
  { description: 'a DPoP proof with `crit`', change: { header: put({ crit: ['x-assay'], 'x-assay': 1 }) }, item: 'item 6; RFC 7515, section 4.1.11' },
  { description: 'a DPoP proof without `jti`', change: { claims: drop('jti') }, item: 'item 3' },
  { description: 'a DPoP proof without a time', change: { claims: drop('iat') }, item: 'item 3' },
  { description: 'a DPoP proof with a nonce that was made up', change: { claims: put({ nonce: 'a nonce of nowhere' }) }, item: 'item 10', withNonces: true },
  { description: 'a DPoP proof of a year ago', change: { claims: change('iat', (iat) => Number(iat) - year) }, item: 'item 11', withNonces: false },
  { description: 'a DPoP proof of next year', change: { claims: change('iat', (iat) => Number(iat) + year) }, item: 'item 11', withNonces: false },
  { description: 'a DPoP proof without the nonce', change: { claims: drop('nonce') }, item: 'item 10', withNonces: true },
]
