import { inExchange, info, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { ALG_NAME, SERIALIZATION } from '../disclosure/decisions.ts'
import { KEY_BINDING } from '../silence/decisions.ts'
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
  JOINED: stated('issuer', 'A credential is delivered as the issuer-signed part, a `~`, and the disclosures.', 'credential', { refusedBy: 'verifier', hangsOn: SERIALIZATION }),
  CONCEALED: stated('issuer', 'The issuer-signed part holds digests of the claims; their plaintexts stand in disclosures only.', 'credential'),
  ALG: stated('issuer', 'The header names the algorithm ES256.', 'credential', { refusedBy: 'verifier', hangsOn: ALGORITHMS }),
  TYP: stated('issuer', 'The header says `typ` = `vc+sd-jwt`.', 'credential', { refusedBy: 'verifier', hangsOn: TYP }),
  KID: stated('issuer', 'The header carries a `kid`.', 'credential', { refusedBy: 'verifier' }),
  RESOLVED: stated('issuer', 'The `kid` refers to one key in the key set of the issuer, one that can verify ES256.', 'credential', { refusedBy: 'verifier' }),
  SIGNED: stated('issuer', 'The issuer signs with the key that `kid` refers to.', 'credential', { refusedBy: 'verifier' }),
  ISS: stated('issuer', 'The payload carries `iss`, a string.', 'credential', { refusedBy: 'verifier' }),
  ISSUER: stated('issuer', '`iss` is the base address of the issuer.', 'credential', { refusedBy: 'verifier', hangsOn: ISSUER_RELATION }),
  ID: stated('issuer', 'The payload carries `id`, a version 4 UUID.', 'credential', { refusedBy: 'verifier' }),
  UNIQUE: stated('issuer', 'No two credentials have the same `id`.', inExchange('collect many credentials and compare their ids'), { hangsOn: ID_RELATION }),
  IAT: stated('issuer', 'The payload carries `iat`, the time of issuance as a UNIX timestamp.', 'credential', { refusedBy: 'verifier', hangsOn: TIMES }),
  EXP: stated('issuer', 'The payload carries `exp`, the time of expiry as a UNIX timestamp.', 'credential', { refusedBy: 'verifier', hangsOn: TIMES }),
  LASTS: stated('issuer', 'A credential expires after it was issued.', 'credential', { refusedBy: 'verifier' }),
  REFUSED: stated('verifier', 'A verifier turns away a credential that does not hold.', inExchange('present broken credentials between two good ones'), { standard: 'RFC 9901, section 7.3' }),
  PUNCTUAL: stated('issuer', '`iat` is the time at which the credential was issued.', inExchange('compare `iat` with the time of the validation call'), { hangsOn: SKEW }),
  CURRENT: should('verifier', 'A credential is used after it was issued and before it expires.', 'credential', { refusedBy: 'verifier', hangsOn: SKEW }),
  STATUS: stated('issuer', 'The payload carries `status`, the address of the status endpoint.', 'credential', { refusedBy: 'verifier', hangsOn: STATUS_FORM }),
  'SD-ALG': stated('issuer', 'The payload carries `_sd_alg` = `SHA-256`.', 'credential', { refusedBy: 'verifier', hangsOn: ALG_NAME }),
  SD: stated('issuer', 'The payload carries `_sd`, an array of SHA-256 digests in base64url.', 'credential', { refusedBy: 'verifier' }),
  CNF: stated('issuer', 'The payload carries `cnf`, an object with the key of the holder in `jwk`.', 'credential', { refusedBy: 'verifier' }),

  COMPACT: stated('issuer', 'The issuer-signed part is a compact JWS whose first two parts are unpadded base64url of JSON objects.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 7.1' }),
  P1363: stated('issuer', 'An ES256 signature is 64 octets, R and S one after the other.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7518, section 3.4' }),
  CRIT: stated('issuer', 'The header lists no critical extension that nobody defined, and the payload is encoded.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11, and RFC 7797' }),
  NBF: stated('issuer', '`nbf`, where it is there, is a UNIX timestamp.', 'credential', { refusedBy: 'verifier', hangsOn: TIMES, standard: 'RFC 7519, section 4.1.5' }),
  VCT: stated('issuer', 'The payload names the type of the credential in `vct`.', 'credential', { refusedBy: 'verifier', hangsOn: VCT, standard: 'SD-JWT VC' }),
  MODEL: info('issuer', 'The format conforms to version 1 of the W3C credentials model, as far as its properties can be mapped.', 'credential', { section: '9', hangsOn: VCDM }),
})

// biome-ignore format: a table, one row a line.
export const CNF = section('CNF', '2.9', {
  PUBLIC: stated('issuer', '`cnf.jwk` is a public key.', 'credential', { refusedBy: 'verifier' }),
  KTY: stated('issuer', '`cnf.jwk.kty` is `EC`.', 'credential', { refusedBy: 'verifier' }),
  CRV: stated('issuer', '`cnf.jwk.crv` is `P-256`.', 'credential', { refusedBy: 'verifier' }),
  X: stated('issuer', '`cnf.jwk.x` is unpadded base64url of 32 octets.', 'credential', { refusedBy: 'verifier' }),
  Y: stated('issuer', '`cnf.jwk.y` is unpadded base64url of 32 octets.', 'credential', { refusedBy: 'verifier' }),
  POINT: stated('issuer', '`cnf.jwk` is a point of P-256.', 'credential', { refusedBy: 'verifier', standard: 'RFC 7518, section 6.2.1' }),
  KID: stated('issuer', '`cnf.jwk.kid` is the key id of the holder.', 'credential'),
  ALG: stated('issuer', '`cnf.jwk.alg` is `ES256`.', 'credential', { refusedBy: 'verifier' }),
  HOLDER: stated('issuer', 'The key in `cnf.jwk` is controlled by the holder.', inExchange('compare the key with those that the holder side proved or attested'), { hangsOn: HOLDER_KEY }),
  BOUND: stated('verifier', 'Whoever presents a credential proves to have the key in `cnf.jwk`.', nowhere('how a presentation proves a key is not shown: the proof would answer a challenge of the verifier, and there is no message for that'), { hangsOn: KEY_BINDING }),
})
