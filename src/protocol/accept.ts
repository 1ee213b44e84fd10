import type { KeyObject } from 'node:crypto'
import claimsSchema from '../../schemas/claims.schema.json' with { type: 'json' }
import { type DisclosureRefusal, openDisclosures } from './accept-disclosures.ts'
import { type PayloadRefusal, type PayloadTerms, refusalOfPayload } from './accept-payload.ts'
import { type Decoder, decoder, isUnmistakable } from './base64url.ts'
import type { Construction, Order } from './claim.ts'
import { toDer, verifyDer } from './es256.ts'
import { type JsonObject, parseJsonObject } from './json.ts'
import { importP256, isP256, type Jwk, keysOf } from './jwk.ts'
import { limits } from './limits.ts'
import { attempt, type ProblemCode } from './problem.ts'

/** What a verifier knows before it sees a credential. */
export interface AcceptorOptions extends PayloadTerms {
  /** The key set of the issuer. */
  readonly jwks: JsonObject
  readonly construction: Construction
  readonly order: Order
  /** The `typ` that are accepted. */
  readonly types: readonly string[]
  /** What to do with a key-binding JWT behind the last `~`. It is never verified here. */
  readonly keyBinding?: 'refused' | 'unread' | undefined
  /** The names of the claim set, by which a claim that was cut anew is known; those of the schema, if not given. */
  readonly isClaim?: ((name: string) => boolean) | undefined
}

/** Why a credential is refused: one word for each cause. */
export type Refusal = HeaderRefusal | PayloadRefusal | DisclosureRefusal | ProblemCode | 'signature' | 'signature-form'

type HeaderRefusal = 'alg' | 'typ' | 'kid' | 'crit' | 'key'

/** What a credential says, once everything about it was found in order; or why it was turned away. */
export type Acceptance =
  | { readonly claims: ReadonlyMap<string, unknown>; readonly payload: JsonObject }
  | { readonly refused: Refusal }

/** Something that was found in order, or the reason why it was not. */
type Found<T> = T | { readonly refused: Refusal }

type Terms = AcceptorOptions & { readonly isClaim: (name: string) => boolean; readonly decode: Decoder }

const claimNames: ReadonlySet<string> = new Set(Object.keys(claimsSchema.properties))
const isClaimOfSchema = (name: string): boolean => claimNames.has(name)

/**
 * A verifier that does nothing else: synchronous, in one pass, and as strict as the suites are. It says yes or one word;
 * for why and where, ask the suites. Made once for a key set, called for every credential.
 */
export function acceptor(options: AcceptorOptions): (compact: string) => Acceptance {
  const terms = { ...options, isClaim: options.isClaim ?? isClaimOfSchema, decode: decoder() }
  const keyFor = headerReader(terms)
  return (compact) => {
    const read = attempt(() => accept(compact, terms, keyFor))
    return 'value' in read ? read.value : { refused: read.problem.code }
  }
}

type FoundKey = Found<{ readonly key: KeyObject }>
type KeyFor = (header: string) => FoundKey

function accept(compact: string, terms: Terms, keyFor: KeyFor): Acceptance {
  if (compact.length > limits.text) return { refused: 'too-large' }
  if (!isUnmistakable(compact)) return { refused: 'base64url' }
  const end = compact.indexOf('~')
  if (end < 0) return { refused: 'sd-jwt-parts' }
  const signed = openSigned(compact.slice(0, end), keyFor, terms.decode)
  if ('refused' in signed) return signed
  const { payload } = signed
  const refused = refusalOfPayload(payload, terms, terms.isClaim)
  if (refused) return { refused }
  const disclosed = openDisclosures(compact, end + 1, payload, terms)
  return 'refused' in disclosed ? disclosed : { claims: disclosed.claims, payload }
}

/** The signature is verified before the payload is read: what nobody signed is not worth a look. */
function openSigned(jws: string, keyFor: KeyFor, decode: Decoder): Found<{ readonly payload: JsonObject }> {
  const first = jws.indexOf('.')
  const second = jws.indexOf('.', first + 1)
  if (first < 0 || second < 0) return { refused: 'jws-parts' }
  const found = keyFor(jws.slice(0, first))
  if ('refused' in found) return found
  const signature = decode.octets(jws.slice(second + 1))
  if (signature.length !== 64) return { refused: 'signature-form' }
  const der = toDer(signature)
  if (!verifyDer(decode.raw(jws.slice(0, second)), found.key, der)) return { refused: 'signature' }
  return { payload: parseJsonObject(decode.text(jws.slice(first + 1, second))) }
}

/** Headers whose key is remembered. Most issuers have one header for all their credentials. */
const remembered = 1_000

/** Finds the key for a header. The same octets get the same answer; only good ones are remembered, and not too many. */
function headerReader({ jwks, types, decode }: Terms): KeyFor {
  const keys = keysByKid(jwks)
  const known = new Map<string, { readonly key: KeyObject }>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const found = keyOf(parseJsonObject(decode.text(text)), keys, types)
    if ('key' in found) {
      if (known.size >= remembered) known.clear()
      known.set(text, found)
    }
    return found
  }
}

function keyOf(header: JsonObject, keys: Keys, types: readonly string[]): FoundKey {
  const { alg, typ, kid, crit } = header
  if (alg !== 'ES256') return { refused: 'alg' }
  if (typeof typ !== 'string' || !types.includes(typ)) return { refused: 'typ' }
  if (crit !== undefined) return { refused: 'crit' }
  if (typeof kid !== 'string' || kid === '') return { refused: 'kid' }
  return keys.get(kid) ?? { refused: 'kid' }
}

type Keys = ReadonlyMap<string, FoundKey>

/** The keys of a set, imported once. Two keys with one `kid` are no key: nobody may choose between them. */
function keysByKid(jwks: JsonObject): Keys {
  const named = Map.groupBy(keysOf(jwks), ({ kid }) => (typeof kid === 'string' ? kid : ''))
  return new Map([...named].map(([kid, keys]) => [kid, onlyKey(keys)]))
}

function onlyKey([jwk, ...others]: readonly Jwk[]): FoundKey {
  if (jwk === undefined || others.length > 0) return { refused: 'kid' }
  return isP256(jwk) ? { key: importP256(jwk) } : { refused: 'key' }
}
