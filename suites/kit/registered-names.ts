// Names and values that the document and the standards register. They may be shown anywhere: none of them is the data of a person.

/** Member names of standards and of servers, beside those of the document. */
export const customaryNames: readonly string[] = [
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
export const customaryPaths: readonly string[] =
  '.well-known openid-credential-issuer jwks.json jwks https http openid-credential-offer os'.split(' ')

/** Names and values in the texts of findings. */
export const shownValues: readonly string[] = [
  ...'_sd _sd_alg cnf jwk jwks DEF DEFLATE JSON JWS JWT JWE RFC URL UTF-8 DER EC RSA OKP P-256 ES256 R S R,'.split(' '),
  ...'RSA-OAEP RSA-OAEP-256 ECDH-ES ECDH-ES+A256KW A128GCM A256GCM SHA-256 sha-256 EC/P-256 base64url'.split(' '),
  ...'statuslist+jwt statuslist+cwt application/statuslist+jwt application/statuslist+cwt application/json'.split(' '),
  ...'33554432 octets header/16 COSE_Sign1 COSE_Mac0 --status-list'.split(' '),
  // Other ways of computing a digest.
  ...'sha256 sha384 sha512 sha1 md5 . , |'.split(' '),
  ...'OpenID4VCI SD-JWT VC keyattestation+jwt key-attestation+jwt openid4vci-proof+jwt header/key_attestation/exp vc+sd-jwt dc+sd-jwt --jwks --now --key'.split(
    ' ',
  ),
  ...'OpenID4VP header/x5c direct_post.jwt dc_api.jwt application/x-www-form-urlencoded application/oauth-authz-req+jwt application/* https://self-issued.me/v2 --origin'.split(
    ' ',
  ),
  ...'openid4vp-v1-unsigned openid4vp-v1-signed openid4vp-v1-multisigned openid4vp v1 unsigned multisigned ?client_id ?request_uri ?request_uri_method'.split(
    ' ',
  ),
  ...'--nonce --issuer --response-encryption --status-base --credential-id --anchors c_nonce pre-authorized_code ~ … = I IN NRI RF'.split(
    ' ',
  ),
]

/** The place in metadata whose member names are ids that offers repeat. */
export const offeredConfigurations = '/credential_configurations_supported'

/** The members that name addresses, without `_endpoint` or `_uri`. Any other name may hold a private value, and is not shown. */
export const addressNames: ReadonlySet<string> = new Set([
  ...'authorization token pushed_authorization_request introspection challenge'.split(' '),
  ...'nonce credential deferred_credential notification credential_offer jwks request response redirect'.split(' '),
])

/** The names below `/.well-known/` that the standards register. */
export const wellKnownNames: ReadonlySet<string> = new Set(
  'openid-credential-issuer oauth-authorization-server openid-configuration jwt-vc-issuer'.split(' '),
)
