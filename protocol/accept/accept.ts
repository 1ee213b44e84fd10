import type { KeyObject } from 'node:crypto'
import claimsSchema from '../../schemas/claims.schema.json' with { type: 'json' }
import { createDecoder, type Decoder, isUnambiguous } from '../encoding/base64url.ts'
import { type JsonObject, parseJsonObject } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, type ProblemCode } from '../encoding/problem.ts'
import { toDer, verifyDer } from '../jose/es256.ts'
import { importP256, isP256Key, type Jwk, listKeys } from '../jose/jwk.ts'
import type { Construction, DisclosureOrder } from '../sd-jwt/claim.ts'
import { createTripleReader, type TripleReader } from '../sd-jwt/plain-triple.ts'
import { openDisclosures } from './disclosures.ts'
import { checkPayload, type PayloadTerms } from './payload.ts'
import type { DisclosureRefusal, PayloadRefusal } from './refusals.ts'

/** What a verifier knows before it receives a credential. */
export interface AcceptorOptions extends PayloadTerms {
  /** The key set of the issuer. */
  readonly jwks: JsonObject
  readonly construction: Construction
  readonly order: DisclosureOrder
  /** The `typ` that are accepted. */
  readonly types: readonly string[]
  /** What to do with a key-binding JWT behind the last `~`. It is never verified here. */
  readonly keyBinding?: 'refused' | 'unread' | undefined
  /** The names of the claim set, which reveal a claim whose boundaries were moved; by default those of the schema. */
  readonly isClaim?: ((name: string) => boolean) | undefined
}

/** Why a credential is refused: one word for each cause. */
export type AcceptRefusal =
  | HeaderRefusal
  | PayloadRefusal
  | DisclosureRefusal
  | ProblemCode
  | 'signature'
  | 'signature-form'

type HeaderRefusal = 'alg' | 'typ' | 'kid' | 'crit' | 'key'

/** The claims of a valid credential, or why it is refused. */
export type Acceptance =
  | { readonly claims: ReadonlyMap<string, unknown>; readonly payload: JsonObject }
  | { readonly refused: AcceptRefusal }

/** A valid value, or the reason why it is refused. */
type OrRefused<T> = T | { readonly refused: AcceptRefusal }

type Terms = AcceptorOptions & {
  readonly isClaim: (name: string) => boolean
  readonly decode: Decoder
  readonly triples: TripleReader
  readonly names: string[]
}

const claimNames: ReadonlySet<string> = new Set(Object.keys(claimsSchema.properties))
const isClaimOfSchema = (name: string): boolean => claimNames.has(name)

/**
 * Creates a fast verifier: synchronous, in one pass, and as strict as the suites. It returns the claims, or one word that
 * names the cause; `verify` explains why and where. Create it once for a key set, and call it for every credential.
 *
 * @example
 * const accept = createAcceptor({ jwks, issuer, now, skew: 0, types: ['dc+sd-jwt'], hashName: 'sha-256', construction, order })
 */
export function createAcceptor(options: AcceptorOptions): (compact: string) => Acceptance {
  const terms = {
    ...options,
    isClaim: options.isClaim ?? isClaimOfSchema,
    decode: createDecoder(),
    triples: createTripleReader(),
    names: [],
  }
  const keyFor = createKeyFinder(terms)
  return (compact) => {
    const read = attempt(() => accept(compact, terms, keyFor))
    return 'value' in read ? read.value : { refused: read.problem.code }
  }
}

type FoundKey = OrRefused<{ readonly key: KeyObject }>
type KeyFor = (header: string) => FoundKey

function accept(compact: string, terms: Terms, keyFor: KeyFor): Acceptance {
  if (compact.length > limits.text) return { refused: 'too-large' }
  if (!isUnambiguous(compact)) return { refused: 'base64url' }
  const end = compact.indexOf('~')
  if (end < 0) return { refused: 'sd-jwt-parts' }
  const signed = verifySigned(compact.slice(0, end), keyFor, terms.decode)
  if ('refused' in signed) return signed
  const { payload } = signed
  const refused = checkPayload(payload, terms, terms.isClaim)
  if (refused) return { refused }
  const disclosed = openDisclosures(compact, end + 1, payload, terms)
  return 'refused' in disclosed ? disclosed : { claims: disclosed.claims, payload }
}

/** The signature is verified before the payload is read: unsigned content is not worth reading. */
function verifySigned(jws: string, keyFor: KeyFor, decode: Decoder): OrRefused<{ readonly payload: JsonObject }> {
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
const cachedHeaders = 1_000

/** Finds the key for a header. The same octets get the same answer; only good ones are remembered, and not too many. */
function createKeyFinder({ jwks, types, decode }: Terms): KeyFor {
  const keys = indexKeys(jwks)
  const known = new Map<string, { readonly key: KeyObject }>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const found = selectKey(parseJsonObject(decode.text(text)), keys, types)
    if ('key' in found) {
      if (known.size >= cachedHeaders) known.clear()
      known.set(text, found)
    }
    return found
  }
}

function selectKey(header: JsonObject, keys: Keys, types: readonly string[]): FoundKey {
  const { alg, typ, kid, crit } = header
  if (alg !== 'ES256') return { refused: 'alg' }
  if (typeof typ !== 'string' || !types.includes(typ)) return { refused: 'typ' }
  if (crit !== undefined) return { refused: 'crit' }
  if (typeof kid !== 'string' || kid === '') return { refused: 'kid' }
  return keys.get(kid) ?? { refused: 'kid' }
}

type Keys = ReadonlyMap<string, FoundKey>

/** The keys of a set, imported once. Two keys with one `kid` are no key: there is no choice between them. */
function indexKeys(jwks: JsonObject): Keys {
  const named = Map.groupBy(listKeys(jwks), ({ kid }) => (typeof kid === 'string' ? kid : ''))
  return new Map([...named].map(([kid, keys]) => [kid, importOnlyKey(keys)]))
}

function importOnlyKey([jwk, ...others]: readonly Jwk[]): FoundKey {
  if (jwk === undefined || others.length > 0) return { refused: 'kid' }
  return isP256Key(jwk) ? { key: importP256(jwk) } : { refused: 'key' }
}
