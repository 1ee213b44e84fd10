import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { SERIALIZATION } from '../request/decisions.ts'
import { CREDENTIAL_FORM, EC_MEMBERS, KEY_ALG, NESTING, SIGN_KEY, UNASKED, WRAPPED, ZIP } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CRE = section('CRE', '2.6', {
  JWK: stated('wallet', '`jwk` is the public key to encrypt the response to.', 'request', { refusedBy: 'issuer' }),
  KTY: stated('wallet', '`jwk.kty` is `RSA` or `EC`.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS }),
  KID: stated('wallet', '`jwk.kid` is a string.', 'request', { refusedBy: 'issuer' }),
  USE: stated('wallet', '`jwk.use` is `enc`.', 'request', { refusedBy: 'issuer' }),
  ALG: stated('wallet', '`jwk.alg` is a key management algorithm for the key type.', 'request', { refusedBy: 'issuer', dependsOn: KEY_ALG }),
  RSA: stated('wallet', 'An RSA key has `n` and `e` in base64url.', 'request', { refusedBy: 'issuer' }),
  EC: gap('wallet', 'The members of an EC response encryption key are not defined.', nowhere('RFC 7518 defines them; CRE-POINT checks the point'), { dependsOn: EC_MEMBERS }),
  ENC: stated('wallet', '`enc` is a content encryption algorithm.', 'request', { refusedBy: 'issuer' }),
  ZIP: stated('wallet', '`zip` is `none` or `DEF`.', 'request', { refusedBy: 'issuer', dependsOn: ZIP }),

  PUBLIC: stated('wallet', '`jwk` has no private members.', 'request', { refusedBy: 'issuer', standard: 'RFC 7517, section 9' }),
  STRONG: stated('wallet', 'An RSA key has at least 2048 bits.', 'request', { refusedBy: 'issuer', standard: 'RFC 7518, section 4.3' }),
  POINT: stated('wallet', 'An EC key is a point on P-256.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS, standard: 'RFC 7518, section 6.2.1' }),
})

// biome-ignore format: a table, one row a line.
export const ENC = section('ENC', '2.7', {
  REQUEST: stated('wallet', 'The credential request is encrypted: it is sent as a JWE.', 'encrypted-request', { refusedBy: 'issuer', dependsOn: SERIALIZATION }),
  INTACT: stated('wallet', 'The issuer can decrypt the request with its key.', 'encrypted-request', { refusedBy: 'issuer' }),
  RESPONSE: stated('issuer', 'The credential response is encrypted.', 'encrypted-response', { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, UNASKED] }),
  SIGNED: stated('issuer', 'The credential response is signed.', ['signed-response', 'encrypted-response'], { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, SIGN_KEY] }),
  KEY: stated('issuer', 'The response is encrypted to the key in the request.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  ALG: stated('issuer', 'The response has the `alg` and the `kid` of the key in the request.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  ENC: stated('issuer', 'The response has the `enc` that the request asked for.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  DEFLATED: stated('issuer', 'If the request has `zip` = `DEF`, the plaintext is compressed with DEFLATE before encryption.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet' }),
  PLAIN: stated('issuer', 'If the request has `zip` = `none`, the plaintext is not compressed.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', dependsOn: ZIP }),

  JWT: info('everyone', 'An encrypted message is sent as the whole body, with the media type `application/jwt`.', inExchange('look at the media types'), { dependsOn: WRAPPED, standard: 'OpenID4VCI 1.0, section 10' }),
  KID: stated('wallet', 'The request has the `kid` and the `alg` of the key that the metadata publish.', 'encrypted-request', { refusedBy: 'issuer', standard: 'OpenID4VCI 1.0, section 10' }),
  HEADER: should('everyone', '`zip` in a JWE header is `DEF` or absent.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', dependsOn: ZIP, standard: 'RFC 7516, section 4.1.3' }),
  BOUNDED: stated('issuer', 'The issuer limits the size of decompressed messages.', byProbes('send a small message with a very large plaintext'), { standard: 'RFC 8725, section 3.6' }),
  SAFE: stated('everyone', 'The key management algorithm is RSA-OAEP-256 or ECDH-ES, not RSA1_5 and not one for a shared secret or a password.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 8725, section 3.1' }),
  EPHEMERAL: stated('everyone', 'The ephemeral key of ECDH-ES is a point on P-256.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 7518, section 4.6' }),
  FRESH: stated('everyone', 'No two messages use the same content encryption key and initialization vector.', inExchange('compare several messages'), { standard: 'RFC 7518, section 5.3' }),
  'NOT-CLEAR': stated('identity app', 'The identity app rejects an unencrypted response that should be encrypted.', byProbes('return an unencrypted response; see whether the credential is delivered'), { dependsOn: CREDENTIAL_FORM, standard: 'OpenID4VCI 1.0, section 10' }),
  ERRORS: info('issuer', 'Error responses are not encrypted.', inExchange('cause an error'), { standard: 'OpenID4VCI 1.0, section 8.3.1.2' }),
})

export const requirements = listRows(CRE, ENC)
