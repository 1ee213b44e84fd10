import type { JsonObject } from '../../protocol/encoding/json.ts'
import { describeText } from './public-places.ts'

/** What redacting a message needs. */
export interface RedactionContext {
  /** Private keys for decryption. */
  readonly keys: readonly JsonObject[]
  /** Words that may be shown anywhere: names of members, parts of configured URLs. */
  readonly words: ReadonlySet<string>
  /** Whether a text reveals a known secret. */
  readonly isPrivate: (text: string) => boolean
}

/** Member names of standards and of servers, beside those of the document. */
const customary = [
  ...'error error_description error_uri message code title detail type instance errors requirements known'.split(' '),
  ...'credential_endpoint nonce_endpoint credential_configurations_supported format jwks jwks_uri token'.split(' '),
  ...'Credential credential credential_identifiers encryted_credential_request encrypted_credential_request'.split(' '),
  ...'proof_type proof_types_supported jwt attestation attestations vc crit epk apu apv idx uri iat'.split(' '),
  ...'presentation accepted refused received claims notification_id transaction_id interval expires_in'.split(' '),
  ...'c_nonce_expires_in credential_offer credential_offer_uri credential_request alg_values_supported'.split(' '),
  ...'enc_values_supported zip_values_supported encryption_required display name locale scope tx_code'.split(' '),
  ...'authorization_servers authorization_server'.split(' '),
]

/** Parts of URLs that are never private. */
const customaryPaths =
  '.well-known openid-credential-issuer jwks.json jwks https http openid-credential-offer os'.split(' ')

/** Splits a text at the delimiters of a URL. */
const splitParts = (text: string): readonly string[] => text.split(/[/:?&=#{}]+/).filter((part) => part !== '')

/** Collects the words that may be shown: the given ones, customary ones, and all parts of the configured URLs. */
export const collectPublicWords = (words: Iterable<string>, addresses: Iterable<string>): ReadonlySet<string> =>
  new Set([
    ...words,
    ...customary,
    ...customaryPaths,
    ...[...addresses].flatMap((each) => [...splitParts(each), ...listHosts(each)]),
  ])

/** Lists the host of a URL, with its port. */
const listHosts = (address: string): readonly string[] => {
  const host = /^[a-z]+:\/\/([^/?#@]+)/i.exec(address)?.[1]
  return host === undefined ? [] : [host]
}

/** Whether a text is a word that may be shown. Names of probe sessions are: there is one for every probe. */
export const isPublicWord = (text: string, { words }: RedactionContext): boolean =>
  words.has(text) || /^probe-\d{1,7}$/.test(text)

/** Whether a text consists of words that may be shown. */
export const hasOnlyPublicWords = (text: string, context: RedactionContext): boolean =>
  isPublicWord(text, context) || splitParts(text).every((part) => isPublicWord(part, context))

/** Redacts a name: shows it if it is a public word, describes it otherwise. */
export const redactName = (name: string, { words }: RedactionContext): string =>
  words.has(name) ? name : describeText(name).replace('text', 'name')

/** Collects members into an object. Names that became equal by redaction are numbered. */
export function collectMembers<T>(entries: Iterable<readonly [name: string, value: T]>): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unlike = name
    for (let count = 2; members.has(unlike); count++) unlike = `${name} (${count})`
    members.set(unlike, value)
  }
  return Object.fromEntries(members)
}
