import type { JsonObject } from '../../protocol/encoding/json.ts'
import { describeText } from './public-places.ts'

/** What it takes to tell of a message without giving away what is private in it. */
export interface RedactionContext {
  /** Private keys that open what we can open. */
  readonly keys: readonly JsonObject[]
  /** What may be shown wherever it stands: names of members, parts of addresses that were agreed on. */
  readonly words: ReadonlySet<string>
  /** Whether a text gives something away that is known to be private. */
  readonly isPrivate: (text: string) => boolean
}

/** Names that standards and servers give to members, beside those of the document. */
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

/** Parts of addresses that give nothing away. */
const customaryPaths =
  '.well-known openid-credential-issuer jwks.json jwks https http openid-credential-offer os'.split(' ')

/** Parts of texts that are separated by what separates the parts of an address. */
const splitParts = (text: string): readonly string[] => text.split(/[/:?&=#{}]+/).filter((part) => part !== '')

/** The words that may be shown: those that are handed in, customary ones, and all parts of the addresses that were agreed on. */
export const collectPublicWords = (words: Iterable<string>, addresses: Iterable<string>): ReadonlySet<string> =>
  new Set([
    ...words,
    ...customary,
    ...customaryPaths,
    ...[...addresses].flatMap((each) => [...splitParts(each), ...listHosts(each)]),
  ])

/** The host of an address with its port. */
const listHosts = (address: string): readonly string[] => {
  const host = /^[a-z]+:\/\/([^/?#@]+)/i.exec(address)?.[1]
  return host === undefined ? [] : [host]
}

/** Whether a text is a word that may be shown. The sessions of probes are as many as there are probes. */
export const isPublicWord = (text: string, { words }: RedactionContext): boolean =>
  words.has(text) || /^probe-\d{1,7}$/.test(text)

/** Whether a text consists of words that may be shown. */
export const hasOnlyPublicWords = (text: string, telling: RedactionContext): boolean =>
  isPublicWord(text, telling) || splitParts(text).every((part) => isPublicWord(part, telling))

/** A name that may be hostile: shown if it is a word, else described. */
export const redactName = (name: string, { words }: RedactionContext): string =>
  words.has(name) ? name : describeText(name).replace('text', 'name')

/** Members by names of which two may look alike, once they are described. */
export function collectMembers<T>(entries: Iterable<readonly [name: string, value: T]>): Readonly<Record<string, T>> {
  const members = new Map<string, T>()
  for (const [name, value] of entries) {
    let unlike = name
    for (let count = 2; members.has(unlike); count++) unlike = `${name} (${count})`
    members.set(unlike, value)
  }
  return Object.fromEntries(members)
}
