import { decodeText } from '../encoding/base64url.ts'
import { countParts, countPartsTolerantly } from '../encoding/compact.ts'
import { isObject, type JsonObject, type JsonValue, parseTolerantly, readText } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { decodeUtf8 } from '../encoding/utf8.ts'
import { openJweWithAny, readJwe } from '../jose/jwe.ts'
import type { Jwk } from '../jose/jwk.ts'
import { readSigned } from '../jose/jws.ts'
import { isSeparatedByCommas } from '../sd-jwt/sd-jwt.ts'
import type { ArtefactKind } from './artefact-kinds.ts'
import { parseOfferUrl } from './offer.ts'
import { recogniseOtherArtefact } from './other-artefacts.ts'
import type { RecognisedArtefact } from './recognised-artefact.ts'

/**
 * Recognises the kind of a text by its form and its members; returns nothing if it cannot. Parses tolerantly: a text
 * that breaks a rule is still to be judged by that rule.
 */
export function recogniseArtefact(text: string, keys: readonly Jwk[] = []): RecognisedArtefact | undefined {
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare.startsWith('{')) return recognised(text, recogniseJson(bare))
  if (/^[a-z][a-z0-9+.-]+:/i.test(bare) && !bare.includes('~')) return recogniseUrl(text, bare)
  const first = bare.slice(0, bare.indexOf('~') >>> 0)
  const parts = countPartsTolerantly(first)
  if (isSeparatedByCommas(bare)) return recognised(text, 'credential')
  if (bare.includes('~')) return parts > 1 ? recognised(text, 'credential') : undefined
  if (parts === 3) return recognised(text, recogniseOtherArtefact(bare) ? undefined : recogniseSigned(bare))
  return parts === 5 ? { ...recogniseEncrypted(bare, keys), text } : undefined
}

const recognised = (text: string, kind: ArtefactKind | undefined): RecognisedArtefact | undefined =>
  kind && { kind, text, ...(kind === 'response' && { or: 'callback' }) }

function recogniseUrl(text: string, bare: string): RecognisedArtefact | undefined {
  const offer = attempt(() => parseOfferUrl(bare))
  if ('value' in offer && offer.value) return { kind: 'offer', text: offer.value.value ?? '' }
  const isAddress = /^https?:/i.test(bare) && !/[?#]./.test(bare)
  return isAddress ? undefined : recognised(text, 'deeplink')
}

/** The members that are typical of each kind, in the order in which they are tried. */
const typicalMembers: readonly (readonly [ArtefactKind, readonly string[]])[] = [
  ['jwks', ['keys']],
  ['offer', ['grants']],
  ['offer', ['credential_configuration_ids']],
  ['validation-request', ['encryted_credential_request']],
  ['validation-request', ['encrypted_credential_request']],
  ['validation-response', ['credential_response']],
  ['request', ['proof']],
  ['request', ['proofs']],
  ['request', ['credential_response_encryption', 'credential_identifier']],
  ['response', ['credentials']],
  ['metadata', ['credential_configurations_supported']],
  ['metadata', ['credential_request_encryption']],
  ['metadata', ['nonce_endpoint']],
  ['metadata', ['credential_endpoint']],
  ['nonce-response', ['c_nonce']],
  ['issuer-config-request', ['device_id']],
  ['issuer-config-response', ['credential_identifier', 'nonce']],
  ['validation-request', ['uid']],
  ['nonce-response', ['nonce']],
  ['metadata', ['credential_issuer']],
]

/** The kind of a JSON text: by its members, else by those of what it wraps or signs. */
function recogniseJson(text: string): ArtefactKind | undefined {
  const names = listMembers(text)
  if (names.has('payload') && (names.has('signature') || names.has('signatures'))) return recogniseJws(text)
  const own = recogniseMembers(names)
  if (own) return own
  const parsed = attempt(() => parseTolerantly(text))
  const inner = 'value' in parsed ? Object.values(parsed.value) : []
  const wrapped = inner.map((value) => recogniseMembers(listMembers(readWrapped(value)))).find(Boolean)
  return wrapped ?? (names.has('credential_offer') ? 'offer' : names.has('status') ? 'status-token' : undefined)
}

const readWrapped = (value: JsonValue): string =>
  typeof value === 'string' && value.startsWith('{') ? value : isObject(value) ? JSON.stringify(value) : ''

/** The kind of a JWS in the JSON serialization: by what it signs. */
function recogniseJws(text: string): ArtefactKind | undefined {
  const parsed = attempt(() => decodeText(readText(parseTolerantly(text).payload)))
  return 'value' in parsed ? recogniseBody({}, parsed.value) : undefined
}

const recogniseMembers = (names: ReadonlySet<string>): ArtefactKind | undefined =>
  typicalMembers.find(([, wanted]) => wanted.every((name) => names.has(name)))?.[0]

/** The names of the members at the top; of a text that is not JSON or too large, those at its beginning. */
function listMembers(text: string): ReadonlySet<string> {
  const parsed = attempt(() => parseTolerantly(text))
  if ('value' in parsed) return new Set(Object.keys(parsed.value))
  return new Set([...text.slice(0, 20_000).matchAll(/"(\w{1,60})"\s*:/g)].map(([, name = '']) => name))
}

/** The kind of a signed text: by its `typ`, else by what is in it. */
function recogniseSigned(text: string): ArtefactKind | undefined {
  const signed = attempt(() => readSigned(text))
  if ('problem' in signed) return undefined
  const { header, body } = signed.value
  return recogniseType(header) ?? recogniseBody(header, body)
}

function recogniseType({ typ }: JsonObject): ArtefactKind | undefined {
  if (typeof typ !== 'string') return undefined
  if (/^key-?attestation\+jwt$/i.test(typ)) return 'attestation'
  if (/\+sd-jwt$/i.test(typ)) return 'credential'
  return /status/i.test(typ) ? 'status-token' : undefined
}

function recogniseBody(header: JsonObject, body: string): ArtefactKind | undefined {
  if (countParts(body) === 5 && !body.startsWith('.')) return 'signed-response'
  const names = listMembers(body)
  if (header.x5c !== undefined || names.has('attested_keys')) return 'attestation'
  if (names.has('_sd') || names.has('cnf')) return 'credential'
  if (names.has('credentials')) return 'signed-response'
  if (names.has('status')) return 'status-token'
  return names.has('grants') || names.has('credential_configuration_ids') ? 'offer' : undefined
}

/** A sealed message tells its kind only to those who can open it. */
function recogniseEncrypted(
  text: string,
  keys: readonly Jwk[],
): { readonly kind: ArtefactKind; readonly or?: ArtefactKind } {
  const opened = attempt(() => decodeUtf8(openJweWithAny(readJwe(text), keys).plaintext))
  if ('problem' in opened) return { kind: 'encrypted-request', or: 'encrypted-response' }
  const isRequest = opened.value.startsWith('{') && !listMembers(opened.value).has('credentials')
  return { kind: isRequest ? 'encrypted-request' : 'encrypted-response' }
}
