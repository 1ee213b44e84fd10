import { ambiguous, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const EC_MEMBERS = openAndAmbiguous('encryption.responseKeys', {
  section: '2.6',
  question: 'Which keys may the response be encrypted to, and which members does an EC key have?',
  answers: {
    'rsa-or-ec': 'RSA, and EC with `crv`, `x` and `y`; the point is checked for P-256 only',
    'rsa-or-p256': 'RSA, and EC on P-256',
    rsa: 'RSA only',
  },
  default: 'rsa-or-ec',
})
export const ZIP = ambiguous('encryption.zip', {
  section: '2.6',
  question: 'What does `zip` = `none` mean?',
  answers: {
    omitted: 'the plaintext is not compressed and the JWE header has no `zip`; a request without `zip` means the same',
    literal: 'the plaintext is not compressed and the JWE header has `zip` = `none`',
  },
  default: 'omitted',
  stake: 'JOSE defines only `DEF`; libraries reject a JWE with `zip` = `none`.',
})
export const KEY_ALG = ambiguous('encryption.keyAlg', {
  section: '2.6',
  question: 'Where does the request carry the key management algorithm?',
  answers: { key: 'in the JWK', sibling: 'beside the JWK', either: 'in one of the two places' },
  default: 'key',
})
export const NESTING = openAndAmbiguous('response.nesting', {
  section: '2.7',
  question: 'What does "encrypted and signed" mean?',
  answers: {
    'sign-then-encrypt': 'a JWS inside a JWE',
    'encrypt-then-sign': 'a JWE inside a JWS',
    'credential-only': 'a JWE; only the credential in it is signed',
  },
  default: 'sign-then-encrypt',
  profiles: { 'document-openid4vci': 'credential-only' },
  stake: 'A party that expects the other order cannot read the inner layer.',
})
export const SIGN_KEY = leftOpen('response.signKey', {
  section: '2.7',
  question: 'Which key signs the response?',
  answers: {
    jwks: 'a key of the JWKS of the issuer, with ES256',
    other: 'another key, or with another algorithm: such a signature is not verified',
  },
  default: 'jwks',
})
export const UNASKED = ambiguous('response.unasked', {
  section: '5',
  question: 'Is the response encrypted if the request contains no key for it?',
  answers: { undefined: 'this is not defined; the answer is reported', refused: 'the issuer rejects such a request' },
  default: 'undefined',
  permits: ['undefined'],
})
export const CREDENTIAL_FORM = ambiguous('callback.credentialForm', {
  section: '2.8',
  question: 'Can the identity app decrypt the response, so that the callback carries decrypted credentials?',
  answers: {
    either: 'this is not defined; the callback may carry either',
    plain: 'yes, the callback carries decrypted credentials',
    encrypted: 'no, the callback carries the encrypted response',
  },
  default: 'either',
  stake:
    'If the response is encrypted to a key of the wallet, the identity app cannot read the credential that it has to deliver.',
})
export const MEDIA_TYPE = ambiguous('bodies.mediaType', {
  section: '4',
  question: 'Which media types are JSON?',
  answers: { 'application/json': 'this one; others that end in +json pass with a remark', any: 'all that end in json' },
  default: 'application/json',
})
export const decisions = [EC_MEMBERS, ZIP, KEY_ALG, NESTING, SIGN_KEY, UNASKED, CREDENTIAL_FORM, MEDIA_TYPE]
