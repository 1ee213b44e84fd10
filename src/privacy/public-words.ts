import { artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { errorCodes } from './redaction-context.ts'

/** Values of targets that may be shown anywhere: names from the document and the standards. */
export const publicWords: ReadonlySet<string> = new Set([
  ...defaultSuite.publicNames,
  ...defaultSuite.decisions.flatMap(({ id, answers }) => [id, ...Object.keys(answers)]),
  ...artefactKinds,
  ...'_sd _sd_alg cnf jwk jwks DEF DEFLATE JSON JWS JWT JWE RFC URL UTF-8 DER EC RSA OKP P-256 ES256 R S R,'.split(' '),
  ...'RSA-OAEP RSA-OAEP-256 ECDH-ES ECDH-ES+A256KW A128GCM A256GCM SHA-256 sha-256 EC/P-256 base64url'.split(' '),
  ...errorCodes,
  ...'statuslist+jwt statuslist+cwt application/statuslist+jwt application/statuslist+cwt application/json'.split(' '),
  ...Array.from({ length: 16 }, (_, i) => `0x${i.toString(16).padStart(2, '0').toUpperCase()}`),
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
])
