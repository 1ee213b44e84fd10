import { countParts, countPartsTolerantly } from './compact.ts'
import type { Kind } from './evidence.ts'
import type { JsonObject } from './json.ts'
import { openJweWithAny, readJwe } from './jwe.ts'
import type { Jwk } from './jwk.ts'
import { readSigned } from './jws.ts'
import { offerInUrl } from './offer.ts'
import { attempt } from './problem.ts'
import { decodeUtf8 } from './utf8.ts'

/** What a text seems to be. */
export interface Recognised {
  readonly kind: Kind
  /** The text that is to be judged: for an offer in a URL, the offer. */
  readonly text: string
  /** What it might be as well, where the form alone does not tell. */
  readonly or?: Kind
}

/**
 * Says of what kind a text is, by its form and its members; nothing, if it cannot be told. Reads tolerantly: a text
 * that breaks a rule is still to be judged by that rule.
 */
export function recognise(text: string, keys: readonly Jwk[] = []): Recognised | undefined {
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare.startsWith('{')) return found(text, kindOfMembers(membersOf(bare)))
  if (/^[a-z][a-z0-9+.-]+:/i.test(bare) && !bare.includes('~')) return inUrl(text, bare)
  const first = bare.slice(0, bare.indexOf('~') >>> 0)
  const parts = countPartsTolerantly(first)
  if (bare.includes('~')) return parts > 1 ? found(text, 'credential') : undefined
  if (parts === 3) return found(text, kindOfSigned(bare))
  return parts === 5 ? { ...sealed(bare, keys), text } : undefined
}

const found = (text: string, kind: Kind | undefined): Recognised | undefined =>
  kind && { kind, text, ...(kind === 'response' && { or: 'callback' }) }

function inUrl(text: string, bare: string): Recognised | undefined {
  const offer = attempt(() => offerInUrl(bare))
  if ('value' in offer && offer.value) return { kind: 'offer', text: offer.value.value ?? '' }
  const isAddress = /^https?:/i.test(bare) && !/[?#]./.test(bare)
  return isAddress ? undefined : found(text, 'deeplink')
}

/** The members that are typical of each kind, in the order in which they are tried. */
const typical: readonly (readonly [Kind, readonly string[]])[] = [
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

const kindOfMembers = (names: ReadonlySet<string>): Kind | undefined =>
  typical.find(([, wanted]) => wanted.every((name) => names.has(name)))?.[0]

/** The names of the members at the top; of a text that is no JSON, of any that can be made out at its beginning. */
function membersOf(text: string): ReadonlySet<string> {
  try {
    return new Set(Object.keys(JSON.parse(text)))
  } catch {
    return new Set([...text.slice(0, 20_000).matchAll(/"(\w{1,60})"\s*:/g)].map(([, name = '']) => name))
  }
}

/** The kind of a signed text: by its `typ`, else by what is in it. */
function kindOfSigned(text: string): Kind | undefined {
  const signed = attempt(() => readSigned(text))
  if ('problem' in signed) return undefined
  const { header, body } = signed.value
  return kindOfType(header) ?? kindOfBody(header, body)
}

function kindOfType({ typ }: JsonObject): Kind | undefined {
  if (typeof typ !== 'string') return undefined
  if (/^key-?attestation\+jwt$/i.test(typ)) return 'attestation'
  if (/\+sd-jwt$/i.test(typ)) return 'credential'
  return /status/i.test(typ) ? 'status-token' : undefined
}

function kindOfBody(header: JsonObject, body: string): Kind | undefined {
  if (countParts(body) === 5 && !body.startsWith('.')) return 'signed-response'
  const names = membersOf(body)
  if (header.x5c !== undefined || names.has('attested_keys')) return 'attestation'
  if (names.has('_sd') || names.has('cnf')) return 'credential'
  if (names.has('credentials')) return 'signed-response'
  if (names.has('status')) return 'status-token'
  return names.has('grants') || names.has('credential_configuration_ids') ? 'offer' : undefined
}

/** A sealed message tells its kind only to those who can open it. */
function sealed(text: string, keys: readonly Jwk[]): { readonly kind: Kind; readonly or?: Kind } {
  const opened = attempt(() => decodeUtf8(openJweWithAny(readJwe(text), keys).plaintext))
  if ('problem' in opened) return { kind: 'encrypted-request', or: 'encrypted-response' }
  const isRequest = opened.value.startsWith('{') && !membersOf(opened.value).has('credentials')
  return { kind: isRequest ? 'encrypted-request' : 'encrypted-response' }
}
