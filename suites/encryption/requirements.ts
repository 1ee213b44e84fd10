import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { SERIALIZATION } from '../request/decisions.ts'
import { CREDENTIAL_FORM, EC_MEMBERS, KEY_ALG, NESTING, SIGN_KEY, UNASKED, WRAPPED, ZIP } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CRE = section('CRE', '2.6', {
  JWK: stated('wallet', '`jwk` is the public key that the response is to be encrypted with.', 'request', { refusedBy: 'issuer' }),
  KTY: stated('wallet', '`jwk.kty` is `RSA` or `EC`.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS }),
  KID: stated('wallet', '`jwk.kid` is a string.', 'request', { refusedBy: 'issuer' }),
  USE: stated('wallet', '`jwk.use` is `enc`.', 'request', { refusedBy: 'issuer' }),
  ALG: stated('wallet', '`jwk.alg` names a key management algorithm that suits the key.', 'request', { refusedBy: 'issuer', dependsOn: KEY_ALG }),
  RSA: stated('wallet', 'An RSA key has `n` and `e`, in base64url.', 'request', { refusedBy: 'issuer' }),
  EC: gap('wallet', 'The members of an EC key for the response are not shown.', nowhere('RFC 7518 gives them; the point is checked by CRE-POINT'), { dependsOn: EC_MEMBERS }),
  ENC: stated('wallet', '`enc` names a content encryption algorithm.', 'request', { refusedBy: 'issuer' }),
  ZIP: stated('wallet', '`zip` is `none` or `DEF`.', 'request', { refusedBy: 'issuer', dependsOn: ZIP }),

  PUBLIC: stated('wallet', '`jwk` has no private member.', 'request', { refusedBy: 'issuer', standard: 'RFC 7517, section 9' }),
  STRONG: stated('wallet', 'An RSA key has 2048 bits or more.', 'request', { refusedBy: 'issuer', standard: 'RFC 7518, section 4.3' }),
  POINT: stated('wallet', 'An EC key is a point of P-256.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS, standard: 'RFC 7518, section 6.2.1' }),
})

// biome-ignore format: a table, one row a line.
export const ENC = section('ENC', '2.7', {
  REQUEST: stated('wallet', 'The credential request is encrypted: what travels is a JWE.', 'encrypted-request', { refusedBy: 'issuer', dependsOn: SERIALIZATION }),
  INTACT: stated('wallet', 'The encrypted request opens with the key of the issuer.', 'encrypted-request', { refusedBy: 'issuer' }),
  RESPONSE: stated('issuer', 'The credential response is encrypted.', 'encrypted-response', { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, UNASKED] }),
  SIGNED: stated('issuer', 'The credential response is signed.', ['signed-response', 'encrypted-response'], { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, SIGN_KEY] }),
  KEY: stated('issuer', 'The response is encrypted with the key that the request gave.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  ALG: stated('issuer', 'The response uses the key management algorithm, and names the key, that the request gave.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  ENC: stated('issuer', 'The response uses the content encryption that the request asked for.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  DEFLATED: stated('issuer', 'Where the request says `DEF` the content is compressed with DEFLATE before it is encrypted.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  PLAIN: stated('issuer', 'Where the request says `none` the content is not compressed.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', dependsOn: ZIP }),

  JWT: info('everyone', 'An encrypted message is a body of its own, `application/jwt`.', inExchange('look at the media types'), { dependsOn: WRAPPED, standard: 'OpenID4VCI 1.0, section 10' }),
  KID: stated('wallet', 'The request names the key, and uses the algorithm, that the metadata publish for it.', 'encrypted-request', { refusedBy: 'issuer', standard: 'OpenID4VCI 1.0, section 10' }),
  HEADER: should('everyone', '`zip` in a JWE header is `DEF` or is not there.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', dependsOn: ZIP, standard: 'RFC 7516, section 4.1.3' }),
  BOUNDED: stated('issuer', 'What a compressed message grows to is bounded.', byProbes('send a small message that grows very large'), { standard: 'RFC 8725, section 3.6' }),
  SAFE: stated('everyone', 'Key management is RSA-OAEP-256 or ECDH-ES: no RSA1_5, no shared or typed-in secret.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 8725, section 3.1' }),
  EPHEMERAL: stated('everyone', 'The ephemeral key of ECDH-ES is a point of P-256.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 7518, section 4.6' }),
  FRESH: stated('everyone', 'No two messages share key and initialisation vector.', inExchange('compare many messages'), { standard: 'RFC 7518, section 5.3' }),
  'NOT-CLEAR': stated('identity app', 'A response that should be encrypted and is not is turned away.', byProbes('answer in clear; see whether the credential is delivered'), { dependsOn: CREDENTIAL_FORM, standard: 'OpenID4VCI 1.0, section 10' }),
  ERRORS: info('issuer', 'Errors are not encrypted.', inExchange('cause an error'), { standard: 'OpenID4VCI 1.0, section 8.3.1.2' }),
})

export const requirements = listRows(CRE, ENC)
