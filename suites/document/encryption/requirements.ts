import {
  byProbes,
  gap,
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
import { exposedKey, lostRequest, undefinedPoint, weakEncryption } from '../../kit/consequences.ts'
import { PROFILE as METADATA_PROFILE } from '../metadata/decisions.ts'
import { SERIALIZATION } from '../request/decisions.ts'
import { CREDENTIAL_FORM, EC_MEMBERS, KEY_ALG, NESTING, SIGN_KEY, UNASKED, ZIP } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CRE = section('CRE', '2.6', {
  JWK: stated('wallet', '`jwk` is the public key to encrypt the response to.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  KTY: stated('wallet', '`jwk.kty` is `RSA` or `EC`.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS, consequence: lostRequest }),
  KID: stated('wallet', '`jwk.kid` is a string.', 'request', { consequence: lostRequest }),
  USE: stated('wallet', '`jwk.use` is `enc`. `key_ops` agrees with it, and members about certificates are strings.', 'request', { consequence: lostRequest }),
  ALG: stated('wallet', '`jwk.alg` is a key management algorithm for the key type.', 'request', { refusedBy: 'issuer', dependsOn: KEY_ALG, consequence: lostRequest }),
  RSA: stated('wallet', 'An RSA key has `n` and `e` in base64url.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  EC: gap('wallet', 'The members of an EC response encryption key are not defined.', nowhere('RFC 7518 defines them; CRE-POINT checks the point'), { dependsOn: EC_MEMBERS, consequence: undefinedPoint }),
  ENC: stated('wallet', '`enc` is a content encryption algorithm.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  ZIP: stated('wallet', '`zip` is `none` or `DEF`.', 'request', { dependsOn: ZIP, consequence: lostRequest }),

  PUBLIC: stated('wallet', '`jwk` has no private members.', 'request', { standard: 'RFC 7517, section 9', consequence: exposedKey }),
  STRONG: stated('wallet', 'An RSA key has at least 2048 bits, an odd modulus, and an odd exponent of 3 or more.', 'request', { refusedBy: 'issuer', standard: 'RFC 7518, section 4.3', consequence: weakEncryption }),
  POINT: stated('wallet', 'An EC key is a point on its curve, which is P-256 or another one of RFC 7518.', 'request', { refusedBy: 'issuer', dependsOn: EC_MEMBERS, standard: 'RFC 7518, section 6.2.1', consequence: weakEncryption }),
})

// biome-ignore format: a table, one row a line.
export const ENC = section('ENC', '2.7', {
  REQUEST: stated('wallet', 'The credential request is encrypted: it is sent as a JWE.', 'encrypted-request', { refusedBy: 'issuer', dependsOn: SERIALIZATION, consequence: privacy('Everyone in between can read the request.') }),
  INTACT: stated('wallet', 'The issuer can decrypt the request with its key.', 'encrypted-request', { refusedBy: 'issuer', consequence: security('An altered request is accepted as genuine.') }),
  RESPONSE: stated('issuer', 'The credential response is encrypted.', 'encrypted-response', { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, UNASKED], consequence: privacy('The credential, with all its claims, travels in plaintext.') }),
  SIGNED: stated('issuer', 'The credential response is signed.', ['signed-response', 'encrypted-response'], { refusedBy: ['identity app', 'wallet'], dependsOn: [NESTING, SIGN_KEY], consequence: security('The wallet cannot distinguish a genuine response from a forged one.') }),
  KEY: stated('issuer', 'The response is encrypted to the key in the request.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', consequence: privacy('The response can be read with another key than that of the wallet, or not at all.') }),
  ALG: stated('issuer', 'The response has the `alg` and the `kid` of the key in the request.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', consequence: interoperability('The wallet cannot decrypt the response.') }),
  ENC: stated('issuer', 'The response has the `enc` that the request asked for.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', consequence: interoperability('The wallet cannot decrypt the response.') }),
  DEFLATED: stated('issuer', 'If the request has `zip` = `DEF`, the plaintext is compressed with DEFLATE before encryption.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', consequence: interoperability('The wallet cannot read the decrypted response.') }),
  PLAIN: stated('issuer', 'If the request has `zip` = `none`, the plaintext is not compressed.', 'encrypted-response', { section: '2.6', refusedBy: 'wallet', dependsOn: ZIP, consequence: interoperability('The wallet cannot read the decrypted response.') }),

  REQUESTED: stated('issuer', 'The issuer encrypts a response as the request asks, whatever `alg`, `enc` and `zip` it names, or rejects the request.', byProbes('request every combination of standard algorithms'), { section: '2.6', consequence: privacy('A response that is not encrypted as the wallet asked travels in plaintext, or cannot be read.') }),

  JWT: info('everyone', 'An encrypted message is sent as the whole body, with the media type `application/jwt`.', inExchange('look at the media types'), { standard: 'OpenID4VCI 1.0, section 10', consequence: undefinedPoint }),
  KID: stated('wallet', 'The request has the `kid` and the `alg` of the key that the metadata publishes.', 'encrypted-request', { refusedBy: 'issuer', dependsOn: METADATA_PROFILE, standard: 'OpenID4VCI 1.0, section 10', consequence: lostRequest }),
  HEADER: should('everyone', '`zip` in a JWE header is `DEF` or absent.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', dependsOn: ZIP, agreedBy: ZIP, standard: 'RFC 7516, section 4.1.3', consequence: interoperability('The receiver cannot decompress the message.') }),
  BOUNDED: should('issuer', 'The issuer limits the size of decompressed messages.', byProbes('send a small message with a very large plaintext'), { standard: 'RFC 8725, section 3.6', consequence: security('One small message exhausts the memory of the issuer.') }),
  FORM: stated('everyone', 'A JWE has an `alg`, a known `enc`, no `crit`, an `epk` without private members, and an encrypted key, an initialization vector and an authentication tag of the lengths that `alg` and `enc` require.', ['encrypted-request', 'encrypted-response'], { standard: 'RFC 7516, sections 4.1 and 5.2; RFC 7518, sections 4.6 and 5', consequence: weakEncryption }),
  SAFE: stated('everyone', 'The key management algorithm is RSA-OAEP-256 or ECDH-ES, not RSA1_5 and not one for a shared secret or a password.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 8725, section 3.1', consequence: weakEncryption }),
  EPHEMERAL: stated('everyone', 'The ephemeral key of ECDH-ES is a point on P-256.', ['encrypted-request', 'encrypted-response'], { refusedBy: 'issuer', standard: 'RFC 7518, section 4.6', consequence: weakEncryption }),
  FRESH: stated('everyone', 'No two messages use the same content encryption key and initialization vector.', inExchange('compare several messages'), { standard: 'RFC 7518, section 5.3', consequence: weakEncryption }),
  'CONTENT-KEY': should('everyone', 'No two messages use the same content encryption key.', inExchange('compare several messages'), { standard: 'RFC 7516, section 5.1', consequence: security('The receiver of one message can read and forge all others.') }),
  'EPHEMERAL-ONCE': stated('everyone', 'No two messages use the same ephemeral key.', inExchange('compare several messages that are encrypted to a key on an elliptic curve'), { standard: 'RFC 7518, section 4.6', consequence: security('An attacker who learns one ephemeral key can read all messages.') }),
  'SIGNED-ONCE': stated('everyone', 'No two texts are signed with the same secret number.', inExchange('compare the first halves of all ES256 signatures'), { standard: 'RFC 8725, section 3.2', consequence: security('Anyone who has two such signatures computes the private key.') }),
  'NOT-CLEAR': stated('identity app', 'The identity app rejects an unencrypted response that should be encrypted.', byProbes('return an unencrypted response; see whether the credential is delivered'), { dependsOn: CREDENTIAL_FORM, standard: 'OpenID4VCI 1.0, section 10', consequence: privacy('An issuer that forgets to encrypt goes unnoticed, and claims travel in plaintext.') }),
  ERRORS: info('issuer', 'Error responses are not encrypted.', inExchange('cause an error'), { standard: 'OpenID4VCI 1.0, section 8.3.1.2', consequence: interoperability('The receiver cannot read the error.') }),
})

export const requirements = listRows(CRE, ENC)
