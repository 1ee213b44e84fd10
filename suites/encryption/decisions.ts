import { ambiguous, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const EC_MEMBERS = openAndAmbiguous('encryption.responseKeys', {
  section: '2.6',
  question: 'Which keys may the response be encrypted to, and which members has an EC key?',
  answers: {
    'rsa-or-ec': 'RSA, and EC with crv, x and y; whether the point is on its curve is worked out for P-256',
    'rsa-or-p256': 'RSA, and EC on P-256',
    rsa: 'RSA only',
  },
  default: 'rsa-or-ec',
})
export const ZIP = ambiguous('encryption.zip', {
  section: '2.6',
  question: 'What does `zip` = `none` mean?',
  answers: {
    omitted: 'nothing is compressed and the message has no `zip`; where the request has none it means the same',
    literal: 'nothing is compressed and the message says `none`',
  },
  default: 'omitted',
  stake: 'JOSE knows `DEF` and nothing else; libraries refuse a message that says `none`.',
})
export const KEY_ALG = ambiguous('encryption.keyAlg', {
  section: '2.6',
  question: 'Where is the key management algorithm named?',
  answers: { key: 'in the key', sibling: 'beside the key', either: 'in one of the two places' },
  default: 'key',
})
export const NESTING = openAndAmbiguous('response.nesting', {
  section: '2.7',
  question: 'What does "encrypted and signed" mean?',
  answers: {
    'sign-then-encrypt': 'a signed message inside an encrypted one',
    'encrypt-then-sign': 'an encrypted message inside a signed one',
    'credential-only': 'an encrypted message; only the credential in it is signed',
  },
  default: 'sign-then-encrypt',
  profiles: { 'openid4vci-1.0': 'credential-only' },
  stake: 'A party that expects another nesting opens the outer layer and then understands nothing.',
})
export const SIGN_KEY = leftOpen('response.signKey', {
  section: '2.7',
  question: 'With which key is the response signed?',
  answers: { jwks: 'with ES256 and one of the key set of the issuer' },
  default: 'jwks',
})
export const UNASKED = ambiguous('response.unasked', {
  section: '5',
  question: 'Is the response encrypted where the request names no key for it?',
  answers: { undefined: 'nothing is said; what happens is reported', refused: 'such a request is refused' },
  default: 'undefined',
})
export const CREDENTIAL_FORM = ambiguous('callback.credentialForm', {
  section: '2.8',
  question: 'Who can open the response, and so: does the callback carry credentials in clear?',
  answers: {
    either: 'in clear or encrypted; which one is reported',
    plain: 'in clear',
    encrypted: 'encrypted, as the identity app got them',
  },
  default: 'either',
  stake: "With the wallet's own key the identity app cannot have the credential that it is to hand over.",
})
export const WRAPPED = ambiguous('bodies.encrypted', {
  section: '4',
  question: 'How does an encrypted message travel in a body?',
  answers: { member: 'as a member of a JSON object', body: 'as the body itself' },
  default: 'member',
  profiles: { 'openid4vci-1.0': 'member' },
})
export const MEDIA_TYPE = ambiguous('bodies.mediaType', {
  section: '4',
  question: 'Which media types are JSON?',
  answers: { 'application/json': 'this one; others that end in +json are remarked', any: 'any that ends in json' },
  default: 'application/json',
})
export const decisions = [EC_MEMBERS, ZIP, KEY_ALG, NESTING, SIGN_KEY, UNASKED, CREDENTIAL_FORM, WRAPPED, MEDIA_TYPE]
