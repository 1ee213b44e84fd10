import {
  byProbes,
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { exposedKey, rejectedElsewhere, wrongKey } from '../../kit/consequences.ts'
import { ALG_NAME, SERIALIZATION } from '../disclosure/decisions.ts'
import { HOLDER_KEY, ID_RELATION, ISSUER_RELATION, SKEW, STATUS_FORM, TIMES, TYP, VCDM, VCT } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CRED = section('CRED', '2.9', {
  JOINED: stated('issuer', 'A credential consists of the issuer-signed JWT, a `~`, and the disclosures.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, consequence: rejectedElsewhere }),
  CONCEALED: stated('issuer', 'The issuer-signed JWT has digests of the claims; their plaintexts are only in disclosures.', 'credential', { consequence: privacy('Verifiers see claims that the holder did not disclose.') }),
  ALG: stated('issuer', 'The header has `alg` = `ES256`.', 'credential', { refusedBy: 'verifier', consequence: security('A credential with a weak signature, or none, is accepted.') }),
  TYP: stated('issuer', 'The header has `typ` = `vc+sd-jwt`.', 'credential', { refusedBy: 'verifier', dependsOn: TYP, consequence: security('A token made for another purpose is accepted as a credential.') }),
  KID: stated('issuer', 'The header has a `kid`.', 'credential', { refusedBy: 'verifier', consequence: interoperability('Verifiers do not find the key.') }),
  RESOLVED: stated('issuer', 'The `kid` refers to exactly one key in the key set of the issuer that can verify ES256 signatures.', 'credential', { refusedBy: 'verifier', consequence: interoperability('Verifiers do not find the key.') }),
  SIGNED: stated('issuer', 'The issuer signs with the key that `kid` refers to.', 'credential', { refusedBy: 'verifier', consequence: security('A forged credential cannot be distinguished from a genuine one.') }),
  ISS: stated('issuer', 'The payload has `iss`, a string.', 'credential', { consequence: interoperability('Verifiers cannot tell who issued the credential.') }),
  ISSUER: stated('issuer', '`iss` is the base URL of the issuer.', 'credential', { refusedBy: 'verifier', dependsOn: ISSUER_RELATION, consequence: security('A credential of one issuer is accepted as that of another.') }),
  ID: stated('issuer', 'The payload has `id`, a version 4 UUID.', 'credential', { consequence: privacy('An id that is not random reveals something about the holder, or about the order of issuance.') }),
  UNIQUE: stated('issuer', 'No two credentials have the same `id`.', inExchange('collect many credentials and compare their `id`'), { dependsOn: ID_RELATION, consequence: security('Revoking one credential revokes another, or none.') }),
  'ID-RANDOM': stated('issuer', 'The `id` of a credential cannot be computed from that of another one: a version 4 UUID is random.', inExchange('collect many credentials and compare their `id`'), { standard: 'RFC 9562, section 5.4', consequence: privacy('An `id` reveals when its credential was issued, and which others were issued with it.') }),
  IAT: stated('issuer', 'The payload has `iat`, the time of issuance as a UNIX timestamp.', 'credential', { dependsOn: TIMES, consequence: interoperability('Verifiers cannot tell when the credential was issued.') }),
  EXP: stated('issuer', 'The payload has `exp`, the time of expiry as a UNIX timestamp.', 'credential', { refusedBy: 'verifier', dependsOn: TIMES, consequence: security('The credential never expires.') }),
  LASTS: stated('issuer', 'A credential expires after it is issued.', 'credential', { consequence: interoperability('The credential is never valid.') }),
  REFUSED: stated('verifier', 'A verifier rejects an invalid credential.', byProbes('present invalid credentials between valid ones'), { standard: 'RFC 9901, section 7.3', consequence: security('A forged credential is accepted.') }),
  RISKS: should('verifier', 'A verifier also rejects credentials and statuses that break a recommendation whose violation is a risk.', byProbes('present such credentials between valid ones'), { standard: 'RFC 8725, sections 3.8 and 3.11', consequence: security('A token made for another purpose, or the status of another credential, is accepted.') }),
  PUNCTUAL: stated('issuer', '`iat` is the time at which the credential was issued.', inExchange('compare `iat` with the time of the validation request'), { dependsOn: SKEW, consequence: interoperability('Verifiers with a correct clock reject the credential.') }),
  CURRENT: stated('verifier', 'A credential is used after it was issued and before it expires.', 'credential', { refusedBy: 'verifier', dependsOn: SKEW, consequence: security('An expired credential is accepted.'), standard: 'RFC 9901, section 7.1, step 6' }),
  STATUS: stated('issuer', 'The payload has `status`, the URL of the status endpoint.', 'credential', { refusedBy: 'verifier', dependsOn: STATUS_FORM, consequence: security('A revoked credential stays in use.') }),
  'SD-ALG': stated('issuer', 'The payload has `_sd_alg` = `SHA-256`.', 'credential', { refusedBy: 'verifier', dependsOn: ALG_NAME, consequence: rejectedElsewhere }),
  SD: stated('issuer', 'The payload has `_sd`, an array of SHA-256 digests in base64url.', 'credential', { consequence: rejectedElsewhere }),
  CNF: stated('issuer', 'The payload has `cnf`, an object with the holder key in `jwk`.', 'credential', { consequence: wrongKey }),

  COMPACT: stated('issuer', 'The issuer-signed JWT is a compact JWS with a header and a payload that are JSON objects in unpadded base64url.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 7.1', consequence: rejectedElsewhere }),
  P1363: stated('issuer', 'An ES256 signature is 64 octets: R, followed by S.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7518, section 3.4', consequence: rejectedElsewhere }),
  CRIT: stated('issuer', 'The header lists no undefined extension in `crit`, and the payload is base64url-encoded.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11, and RFC 7797', consequence: security('Verifiers that ignore `crit` and those that obey it read two different credentials.') }),
  NBF: stated('issuer', '`nbf`, if present, is a UNIX timestamp.', 'credential', { dependsOn: TIMES, standard: 'RFC 7519, section 4.1.5', consequence: security('A credential is used before it is valid.') }),
  VCT: stated('issuer', 'The payload has the type of the credential in `vct`.', 'credential', { dependsOn: VCT, standard: 'SD-JWT VC', consequence: interoperability('Verifiers cannot tell the type of the credential.') }),
  MODEL: info('issuer', 'The format conforms to version 1 of the W3C credentials model, as far as its properties can be mapped.', 'credential', { section: '9', dependsOn: VCDM, agreedBy: VCDM, consequence: interoperability('Verifiers that expect the model cannot read the credential.') }),
})

// biome-ignore format: a table, one row a line.
export const CNF = section('CNF', '2.9', {
  PUBLIC: stated('issuer', '`cnf.jwk` is a public key.', 'credential', { consequence: exposedKey }),
  KTY: stated('issuer', '`cnf.jwk.kty` is `EC`.', 'credential', { consequence: wrongKey }),
  CRV: stated('issuer', '`cnf.jwk.crv` is `P-256`.', 'credential', { consequence: wrongKey }),
  X: stated('issuer', '`cnf.jwk.x` is unpadded base64url of 32 octets.', 'credential', { consequence: wrongKey }),
  Y: stated('issuer', '`cnf.jwk.y` is unpadded base64url of 32 octets.', 'credential', { consequence: wrongKey }),
  POINT: stated('issuer', '`cnf.jwk` is a point on P-256.', 'credential', { standard: 'RFC 7518, section 6.2.1', consequence: wrongKey }),
  KID: stated('issuer', '`cnf.jwk.kid` is the key ID of the holder key.', 'credential', { consequence: interoperability('The holder key cannot be referred to.') }),
  ALG: stated('issuer', '`cnf.jwk.alg` is `ES256`.', 'credential', { consequence: interoperability('Verifiers have to guess the algorithm of the holder key.') }),
  HOLDER: stated('issuer', 'The key in `cnf.jwk` is controlled by the holder.', inExchange('compare the key with the keys that the wallet attested'), { dependsOn: HOLDER_KEY, consequence: wrongKey }),
  BOUND: stated('verifier', 'A presenter of a credential proves possession of the key in `cnf.jwk`.', nowhere('the document has no message with a challenge of the verifier, which such a proof would answer'), { consequence: security('An attacker who copies a credential can present it.') }),
})

export const requirements = listRows(CRED, CNF)
