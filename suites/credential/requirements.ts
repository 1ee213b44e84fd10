import { byProbes, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { ALG_NAME, SERIALIZATION } from '../disclosure/decisions.ts'
import { KEY_BINDING } from '../undefined-points/decisions.ts'
import {
  ALGORITHMS,
  HOLDER_KEY,
  ID_RELATION,
  ISSUER_RELATION,
  SKEW,
  STATUS_FORM,
  TIMES,
  TYP,
  VCDM,
  VCT,
} from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CRED = section('CRED', '2.9', {
  JOINED: stated('issuer', 'A credential consists of the issuer-signed JWT, a `~`, and the disclosures.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION }),
  CONCEALED: stated('issuer', 'The issuer-signed JWT has digests of the claims; their plaintexts are only in disclosures.', 'credential'),
  ALG: stated('issuer', 'The header has `alg` = `ES256`.', 'credential', { refusedBy: 'verifier', dependsOn: ALGORITHMS }),
  TYP: stated('issuer', 'The header has `typ` = `vc+sd-jwt`.', 'credential', { refusedBy: 'verifier', dependsOn: TYP }),
  KID: stated('issuer', 'The header has a `kid`.', 'credential', { refusedBy: 'verifier' }),
  RESOLVED: stated('issuer', 'The `kid` refers to exactly one key in the key set of the issuer that can verify ES256 signatures.', 'credential', { refusedBy: 'verifier' }),
  SIGNED: stated('issuer', 'The issuer signs with the key that `kid` refers to.', 'credential', { refusedBy: 'verifier' }),
  ISS: stated('issuer', 'The payload has `iss`, a string.', 'credential', { refusedBy: 'verifier' }),
  ISSUER: stated('issuer', '`iss` is the base URL of the issuer.', 'credential', { refusedBy: 'verifier', dependsOn: ISSUER_RELATION }),
  ID: stated('issuer', 'The payload has `id`, a version 4 UUID.', 'credential', { refusedBy: 'verifier' }),
  UNIQUE: stated('issuer', 'No two credentials have the same `id`.', inExchange('collect many credentials and compare their `id`'), { dependsOn: ID_RELATION }),
  IAT: stated('issuer', 'The payload has `iat`, the time of issuance as a UNIX timestamp.', 'credential', { refusedBy: 'verifier', dependsOn: TIMES }),
  EXP: stated('issuer', 'The payload has `exp`, the time of expiry as a UNIX timestamp.', 'credential', { refusedBy: 'verifier', dependsOn: TIMES }),
  LASTS: stated('issuer', 'A credential expires after it is issued.', 'credential', { refusedBy: 'verifier' }),
  REFUSED: stated('verifier', 'A verifier rejects an invalid credential.', byProbes('present invalid credentials between valid ones'), { standard: 'RFC 9901, section 7.3' }),
  PUNCTUAL: stated('issuer', '`iat` is the time at which the credential was issued.', inExchange('compare `iat` with the time of the validation request'), { dependsOn: SKEW }),
  CURRENT: should('verifier', 'A credential is used after it was issued and before it expires.', 'credential', { refusedBy: 'verifier', dependsOn: SKEW }),
  STATUS: stated('issuer', 'The payload has `status`, the URL of the status endpoint.', 'credential', { refusedBy: 'verifier', dependsOn: STATUS_FORM }),
  'SD-ALG': stated('issuer', 'The payload has `_sd_alg` = `SHA-256`.', 'credential', { refusedBy: 'verifier', dependsOn: ALG_NAME }),
  SD: stated('issuer', 'The payload has `_sd`, an array of SHA-256 digests in base64url.', 'credential', { refusedBy: 'verifier' }),
  CNF: stated('issuer', 'The payload has `cnf`, an object with the holder key in `jwk`.', 'credential', { refusedBy: 'verifier' }),

  COMPACT: stated('issuer', 'The issuer-signed JWT is a compact JWS with a header and a payload that are JSON objects in unpadded base64url.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 7.1' }),
  P1363: stated('issuer', 'An ES256 signature is 64 octets: R, followed by S.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7518, section 3.4' }),
  CRIT: stated('issuer', 'The header lists no undefined extension in `crit`, and the payload is base64url-encoded.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11, and RFC 7797' }),
  NBF: stated('issuer', '`nbf`, if present, is a UNIX timestamp.', 'credential', { refusedBy: 'verifier', dependsOn: TIMES, standard: 'RFC 7519, section 4.1.5' }),
  VCT: stated('issuer', 'The payload has the type of the credential in `vct`.', 'credential', { refusedBy: 'verifier', dependsOn: VCT, standard: 'SD-JWT VC' }),
  MODEL: info('issuer', 'The format conforms to version 1 of the W3C credentials model, as far as its properties can be mapped.', 'credential', { section: '9', dependsOn: VCDM }),
})

// biome-ignore format: a table, one row a line.
export const CNF = section('CNF', '2.9', {
  PUBLIC: stated('issuer', '`cnf.jwk` is a public key.', 'credential', { refusedBy: 'verifier' }),
  KTY: stated('issuer', '`cnf.jwk.kty` is `EC`.', 'credential', { refusedBy: 'verifier' }),
  CRV: stated('issuer', '`cnf.jwk.crv` is `P-256`.', 'credential', { refusedBy: 'verifier' }),
  X: stated('issuer', '`cnf.jwk.x` is unpadded base64url of 32 octets.', 'credential', { refusedBy: 'verifier' }),
  Y: stated('issuer', '`cnf.jwk.y` is unpadded base64url of 32 octets.', 'credential', { refusedBy: 'verifier' }),
  POINT: stated('issuer', '`cnf.jwk` is a point on P-256.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7518, section 6.2.1' }),
  KID: stated('issuer', '`cnf.jwk.kid` is the key ID of the holder key.', 'credential'),
  ALG: stated('issuer', '`cnf.jwk.alg` is `ES256`.', 'credential', { refusedBy: 'verifier' }),
  HOLDER: stated('issuer', 'The key in `cnf.jwk` is controlled by the holder.', inExchange('compare the key with the keys that the wallet attested'), { dependsOn: HOLDER_KEY }),
  BOUND: stated('verifier', 'A presenter of a credential proves possession of the key in `cnf.jwk`.', nowhere('the document has no message with a challenge of the verifier, which such a proof would answer'), { dependsOn: KEY_BINDING }),
})

export const requirements = listRows(CRED, CNF)
