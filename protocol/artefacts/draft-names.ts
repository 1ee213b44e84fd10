import { isObject, type JsonValue } from '../encoding/json.ts'
import type { Artefact } from './artefact.ts'
import { readAround, type ShownPlace } from './shown-place.ts'

type Value = JsonValue | undefined

/** Whether the value at a place is what a draft had, by that value and by the objects around it. */
type IsOfDraft = (value: Value, holder: Value, outer: Value) => boolean

/** What earlier drafts had at a place, and what the final version has instead. */
interface DraftName {
  /** What the names of the kinds of artefacts begin with. */
  readonly kind: string
  /** The end of the pointer of a finding; `''` is the whole artefact. */
  readonly at: string
  readonly isOfDraft: IsOfDraft
  readonly says: string
}

const hasBeside =
  (...names: readonly string[]): IsOfDraft =>
  (_, holder) =>
    isObject(holder) && names.some((name) => Object.hasOwn(holder, name))

const isOneOf =
  (...values: readonly JsonValue[]): IsOfDraft =>
  (value) =>
    value !== undefined && values.includes(value)

const contains =
  (json: string): IsOfDraft =>
  (value) =>
    JSON.stringify(value ?? '').includes(json)

const isArray: IsOfDraft = (value) => Array.isArray(value)
const isFilledObject: IsOfDraft = (value) => isObject(value) && Object.keys(value).length > 0
const isOfTexts: IsOfDraft = (value) => Array.isArray(value) && value.some((each) => typeof each === 'string')
const isText: IsOfDraft = (value) => typeof value === 'string'

const vci = 'OpenID4VCI 1.0, section'
const vp = 'OpenID4VP 1.0, section'

/** Sentences of several lines below. */
const shared = {
  dcIssued: `\`vc+sd-jwt\` is of drafts of OpenID4VCI before 15: an SD-JWT VC has the format \`dc+sd-jwt\` (OpenID4VCI 1.0)`,
  dcPresented: `\`vc+sd-jwt\` is of drafts of OpenID4VP before 23: an SD-JWT VC has the format \`dc+sd-jwt\` (OpenID4VP 1.0)`,
  query: `\`presentation_definition\` is of drafts of OpenID4VP before 26: the request has \`dcql_query\` (${vp} 5.1)`,
  formats: `\`vp_formats\` is of drafts of OpenID4VP before 27: the metadata has \`vp_formats_supported\` (${vp} 11.1)`,
  submission: `\`presentation_submission\` is of drafts of OpenID4VP before 26: \`vp_token\` is an object by the ids of the query (${vp} 8.1)`,
}

const line = (kind: string, at: string, isOfDraft: IsOfDraft, says: string): DraftName => ({
  kind,
  at,
  isOfDraft,
  says,
})

/** The first line that applies is the diagnosis. */
// biome-ignore format: a table, one row a line.
export const draftNames: readonly DraftName[] = [
  line('vci-offer', 'credential_configuration_ids', hasBeside('credentials', 'credential_configurations'), `\`credentials\` is of drafts of OpenID4VCI before 13: the offer has \`credential_configuration_ids\` (${vci} 4.1.1)`),
  line('vci-', 'credential_configurations_supported', hasBeside('credentials_supported'), `\`credentials_supported\` is of drafts of OpenID4VCI before 13: the metadata has \`credential_configurations_supported\` (${vci} 12.2.4)`),
  line('vci-', 'proof_types_supported', isArray, `an array is what drafts of OpenID4VCI before 13 had: \`proof_types_supported\` is an object, whose members have \`proof_signing_alg_values_supported\` (${vci} 12.2.4)`),
  line('vci-', 'credential_metadata/claims', isFilledObject, `an object by names of claims is what drafts of OpenID4VCI before 15 had: \`claims\` is an array of objects with a \`path\` (OpenID4VCI 1.0)`),
  line('vci-', 'uri', hasBeside('url'), `\`url\` is of drafts of OpenID4VCI before 13: the image has \`uri\` (${vci} 12.2.4)`),
  line('vci-', 'credential_configurations_supported', contains('"format":"vc+sd-jwt"'), shared.dcIssued),
  line('vci-credential-request', 'proofs', hasBeside('proof'), `\`proof\` is of drafts of OpenID4VCI before 16: the request has \`proofs\`, an object with an array for the proof type (${vci} 8.2)`),
  line('vci-credential-request', '', hasBeside('credential_identifiers'), `a request is for one credential dataset: it has a string \`credential_identifier\`, and \`credential_identifiers\` is in the token response (${vci} 8.2)`),
  line('vci-credential-request', '', hasBeside('format'), `\`format\` is of drafts of OpenID4VCI before 15: the request has \`credential_configuration_id\`, or a \`credential_identifier\` of the token response (${vci} 8.2)`),
  line('vci-credential-request', 'jwk/alg', (_, _key, outer) => isObject(outer) && Object.hasOwn(outer, 'alg'), `drafts of OpenID4VCI before 16 had \`alg\` beside the key: it is a member of \`jwk\` (${vci} 8.2 and 10)`),
  line('vci-credential-response', 'credentials', isOfTexts, `an array of credentials is what draft 14 of OpenID4VCI had: each element of \`credentials\` is an object with \`credential\` (${vci} 8.3)`),
  line('vci-credential-response', '', hasBeside('credential'), `\`credential\` is of drafts of OpenID4VCI before 15: the response has \`credentials\`, an array of objects with \`credential\` (${vci} 8.3)`),
  line('vci-credential-response', '', hasBeside('acceptance_token'), `\`acceptance_token\` is of drafts of OpenID4VCI before 12: a deferred response has \`transaction_id\` (${vci} 8.3)`),
  line('vci-key-attestation', 'typ', isOneOf('keyattestation+jwt'), `\`keyattestation+jwt\` is of draft 15 of OpenID4VCI: it is \`key-attestation+jwt\` (OpenID4VCI 1.0)`),
  line('vp-', '', hasBeside('presentation_definition', 'presentation_definition_uri'), shared.query),
  line('vp-', 'vp_formats_supported', hasBeside('vp_formats'), shared.formats),
  line('vp-', 'format', isOneOf('vc+sd-jwt'), shared.dcPresented),
  line('vp-', 'path', hasBeside('claim_name', 'namespace'), `\`namespace\` and \`claim_name\` are of drafts of OpenID4VP before 24: the claim has a \`path\` of both (${vp} 6.3)`),
  line('vp-', 'protocol', isOneOf('openid4vp'), `\`openid4vp\` is of drafts of OpenID4VP before 26: it is \`openid4vp-v1-unsigned\` for a request without a signature (OpenID4VP 1.0)`),
  line('vp-', 'data', hasBeside('request'), `\`request\` is of drafts of the Digital Credentials API: the request is the object \`data\` (OpenID4VP 1.0)`),
  line('vp-', 'vp_token', hasBeside('presentation_submission'), shared.submission),
  line('vp-response', 'vp_token', isText, `a text is what drafts of OpenID4VP before 26 had: \`vp_token\` is an object by the ids of the query, with an array of presentations for each (${vp} 8.1)`),
  line('sd-jwt', 'typ', isOneOf('vc+sd-jwt'), '`vc+sd-jwt` is of drafts of SD-JWT VC before 06: it is `dc+sd-jwt` (SD-JWT VC draft 19, section 2.2.1)'),
  line('sd-jwt', 'sd_hash', hasBeside('_sd_hash'), '`_sd_hash` is of drafts of SD-JWT: the Key Binding JWT has `sd_hash` (RFC 9901, section 4.3)'),
  line('type-metadata', 'display', contains('"lang":'), '`lang` is of drafts of SD-JWT VC before 12: it is `locale` (SD-JWT VC draft 19, sections 5.5 and 5.6.2)'),
  line('type-metadata', 'locale', hasBeside('lang'), '`lang` is of drafts of SD-JWT VC before 12: it is `locale` (SD-JWT VC draft 19, sections 5.5 and 5.6.2)'),
  line('status-list-token', 'header/16', isOneOf('statuslist+cwt'), '`statuslist+cwt` is of drafts of the Token Status List before 08: it is `application/statuslist+cwt` (draft 20, section 5.2)'),
]

/** What an artefact has in which drafts had something that the final version ignores: no requirement fails, and the other side may not understand it. */
interface IgnoredName {
  readonly kind: string
  /** A member, or a member with a value, as JSON has it. */
  readonly has: string
  readonly says: string
}

// biome-ignore format: a table, one row a line.
export const ignoredNames: readonly IgnoredName[] = [
  { kind: 'vci-token-response', has: '"c_nonce":', says: `\`c_nonce\` in a token response is of drafts of OpenID4VCI before 15: wallets ask the \`nonce_endpoint\` (${vci} 7)` },
  { kind: 'vci-credential-response', has: '"c_nonce":', says: `\`c_nonce\` in a credential response is of drafts of OpenID4VCI before 15: wallets ask the \`nonce_endpoint\` (${vci} 7)` },
  { kind: 'vci-offer', has: '"user_pin_required":', says: `\`user_pin_required\` is of drafts of OpenID4VCI before 13: the grant has an object \`tx_code\` (${vci} 4.1.1)` },
  { kind: 'vci-issuer-metadata', has: '"authorization_server":', says: `\`authorization_server\` is of drafts of OpenID4VCI before 12: the metadata has an array \`authorization_servers\` (${vci} 12.2.4)` },
  { kind: 'vci-issuer-metadata', has: '"batch_credential_endpoint":', says: `\`batch_credential_endpoint\` is of drafts of OpenID4VCI before 14: the metadata has \`batch_credential_issuance\` (${vci} 12.2.4)` },
  { kind: 'vci-issuer-metadata', has: '"cryptographic_suites_supported":', says: `\`cryptographic_suites_supported\` is of drafts of OpenID4VCI before 13: the configuration has \`credential_signing_alg_values_supported\` (${vci} 12.2.4)` },
  { kind: 'vci-issuer-metadata', has: '"format":"vc+sd-jwt"', says: shared.dcIssued },
  { kind: 'vp-request', has: '"client_id_scheme":', says: `\`client_id_scheme\` is of drafts of OpenID4VP before 22: the scheme is a prefix of \`client_id\`, such as \`x509_san_dns:\`, and a client without a prefix is one that the wallet knows (${vp} 5.9)` },
  { kind: 'vp-request', has: '"presentation_definition', says: shared.query },
  { kind: 'vp-client-metadata', has: '"vp_formats":', says: shared.formats },
  { kind: 'vp-client-metadata', has: '"vc+sd-jwt":', says: shared.dcPresented },
  { kind: 'vp-client-metadata', has: '"authorization_encrypted_response_', says: `\`authorization_encrypted_response_alg\` and \`_enc\` are of drafts of OpenID4VP before 28: the key has \`alg\`, and the metadata has \`encrypted_response_enc_values_supported\` (${vp} 8.3)` },
  { kind: 'vp-dcql-query', has: '"format":"vc+sd-jwt"', says: shared.dcPresented },
  { kind: 'vp-wallet-metadata', has: '"client_id_schemes_supported":', says: `\`client_id_schemes_supported\` is of drafts of OpenID4VP before 26: the metadata has \`client_id_prefixes_supported\` (${vp} 10.1)` },
  { kind: 'vp-response', has: '"presentation_submission":', says: shared.submission },
]

/** What an artefact has of earlier drafts, whether a requirement fails or not. */
export function listDraftNames({ kind, content }: Artefact): readonly string[] {
  const candidates = ignoredNames.filter((each) => each.kind === kind)
  if (candidates.length === 0 || !isObject(content)) return []
  const text = JSON.stringify(content)
  return candidates.filter(({ has }) => text.includes(has)).map(({ says }) => says)
}

/** What a draft had at the place of a finding, if that explains it. */
export function explainDraft(artefact: Artefact, found: ShownPlace): string | undefined {
  const { kind } = artefact
  const candidates = draftNames.filter((each) => kind.startsWith(each.kind) && isPlace(found.at, each.at))
  if (candidates.length === 0) return undefined
  const around = readAround(artefact, found)
  return candidates.find(({ isOfDraft }) => isOfDraft(...around))?.says
}

const isPlace = (at: string, end: string): boolean => (end === '' ? at === '' : at === end || at.endsWith(`/${end}`))
