import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { MarkText } from './marks.ts'
import { describeText } from './public-places.ts'

/** What redacting a message needs. */
export interface RedactionContext {
  /** Private keys for decryption. */
  readonly keys: readonly JsonObject[]
  /** Words that may be shown anywhere: names of members, parts of configured URLs. */
  readonly words: ReadonlySet<string>
  /** Whether a text reveals a known secret. */
  readonly isPrivate: (text: string) => boolean
  /** Marks texts that are not shown. Without it, only their length is. */
  readonly mark?: MarkText | undefined
}

/** The replacement for a text that is not shown, with its mark. */
export const describePrivate = (text: string, { mark }: Pick<RedactionContext, 'mark'>): string =>
  describeText(text, mark?.(text))

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

/** Names that OAuth 2.0, OpenID4VCI and OpenID4VP register for members, parameters and endpoints. */
export const registeredNames: readonly string[] = [
  ...'grant_type code code_verifier code_challenge code_challenge_method redirect_uri client_id client_secret'.split(
    ' ',
  ),
  ...'client_assertion client_assertion_type client_metadata response_type response_mode response_uri response'.split(
    ' ',
  ),
  ...'request request_uri request_uri_method wallet_nonce wallet_metadata state scope issuer_state access_token'.split(
    ' ',
  ),
  ...'refresh_token token_type expires_in authorization_details dpop_jkt login_hint resource prompt'.split(' '),
  ...'authorization_endpoint token_endpoint pushed_authorization_request_endpoint introspection_endpoint'.split(' '),
  ...'deferred_credential_endpoint notification_endpoint challenge_endpoint attestation_challenge'.split(' '),
  ...'require_pushed_authorization_requests response_types_supported grant_types_supported scopes_supported'.split(' '),
  ...'code_challenge_methods_supported token_endpoint_auth_methods_supported dpop_signing_alg_values_supported'.split(
    ' ',
  ),
  ...'authorization_response_iss_parameter_supported response_modes_supported client_attestation_signing_alg_values_supported'.split(
    ' ',
  ),
  ...'client_attestation_pop_signing_alg_values_supported signed_metadata batch_credential_issuance batch_size'.split(
    ' ',
  ),
  ...'credential_metadata claims display logo background_image cryptographic_binding_methods_supported'.split(' '),
  ...'credential_signing_alg_values_supported proof_signing_alg_values_supported key_attestations_required'.split(' '),
  ...'dcql_query credential_sets trusted_authorities vp_token presentation_submission transaction_data'.split(' '),
  ...'vp_formats_supported encrypted_response_enc_values_supported client_id_prefixes_supported keys x y n e alg'.split(
    ' ',
  ),
  ...'openid-credential-issuer oauth-authorization-server jwt-vc-issuer credential-offer authorize par'.split(' '),
]

/** Codes of errors, of OAuth, OpenID4VCI and OpenID4VP, and those that servers commonly have. They are shown whatever else has them. */
export const errorCodes: ReadonlySet<string> = new Set([
  ...'invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope'.split(' '),
  ...'invalid_token insufficient_scope access_denied server_error temporarily_unavailable invalid_nonce'.split(' '),
  ...'unsupported_response_type invalid_request_uri invalid_request_object request_not_supported'.split(' '),
  ...'request_uri_not_supported authorization_pending expired_token slow_down use_dpop_nonce'.split(' '),
  ...'invalid_dpop_proof invalid_client_attestation use_attestation_challenge invalid_target login_required'.split(' '),
  ...'invalid_credential_request unknown_credential_configuration unknown_credential_identifier'.split(' '),
  ...'invalid_proof unsupported_credential_type unsupported_credential_format'.split(' '),
  ...'invalid_encryption_parameters credential_request_denied issuance_pending invalid_transaction_id'.split(' '),
  ...'invalid_notification_id invalid_notification_request vp_formats_not_supported wallet_unavailable'.split(' '),
  ...'invalid_request_uri_method invalid_transaction_data unauthorized forbidden expired not_found'.split(' '),
  ...'internal_error rate_limited missing_token content_too_large'.split(' '),
])

/** Values that standards register: types, algorithms, curves, formats, error codes. */
export const standardValues: ReadonlySet<string> = new Set([
  ...'JWT JOSE jwt at+jwt kb+jwt sd-jwt vc+sd-jwt dc+sd-jwt vc+jwt vp+jwt statuslist+jwt keyattestation+jwt'.split(' '),
  ...'key-attestation+jwt openid4vci-proof+jwt openid4vci-issuer-metadata+jwt application/json'.split(' '),
  ...'none HS256 HS384 HS512 RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519'.split(' '),
  ...'dir RSA1_5 RSA-OAEP RSA-OAEP-256 RSA-OAEP-384 RSA-OAEP-512 A128KW A192KW A256KW ECDH-ES'.split(' '),
  ...'ECDH-ES+A128KW ECDH-ES+A192KW ECDH-ES+A256KW A128GCMKW A192GCMKW A256GCMKW'.split(' '),
  ...'A128GCM A192GCM A256GCM A128CBC-HS256 A192CBC-HS384 A256CBC-HS512 DEF none'.split(' '),
  ...'EC RSA OKP oct P-256 P-384 P-521 secp256k1 X25519 sig enc SHA-256 sha-256 SHA-384 sha-384 SHA-512 sha-512'.split(
    ' ',
  ),
  ...'jwt_vc_json ldp_vc mso_mdoc attestation cose active suspended revoked'.split(' '),
  ...'authorization_code refresh_token urn:ietf:params:oauth:grant-type:pre-authorized_code Bearer DPoP S256'.split(
    ' ',
  ),
  ...'openid_credential direct_post direct_post.jwt dc_api dc_api.jwt vp_token'.split(' '),
  ...errorCodes,
])

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
  words.has(text) || /^probe(?:-(?:\d{1,7}|again|beside|message|open))+$/.test(text)

/** Whether a text consists of words that may be shown. */
export const hasOnlyPublicWords = (text: string, context: RedactionContext): boolean =>
  isPublicWord(text, context) || splitParts(text).every((part) => isPublicWord(part, context))

/** Whether a text is a known word and no secret. A value that has the form of a word may still be anything. */
export const isKnownWord = (text: string, context: RedactionContext): boolean =>
  (standardValues.has(text) || isPublicWord(text, context)) && !context.isPrivate(text)

/** Redacts a name: shows it if it is a public word, describes it otherwise. */
export const redactName = (name: string, context: RedactionContext): string =>
  context.words.has(name) ? name : describeName(name, context)

/** The replacement for a name that is not shown. */
export const describeName = (name: string, context: RedactionContext): string =>
  describePrivate(name, context).replace('text', 'name')

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
