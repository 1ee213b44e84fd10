import { ambiguous, anyText, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const TYP = ambiguous('attestation.typ', {
  section: '2.5',
  question: 'Which `typ` does a key attestation carry?',
  answers: {
    'keyattestation+jwt': 'the value in section 2.5',
    'key-attestation+jwt': 'the value of OpenID4VCI 1.0',
    either: 'both',
  },
  default: 'keyattestation+jwt',
  profiles: { 'openid4vci-1.0': 'key-attestation+jwt' },
  stake: 'The name changed between two drafts; libraries write the new one.',
})
export const KEYS = ambiguous('attestation.keys', {
  section: '2.5',
  question: 'Is the device key that signs one of the attested keys?',
  answers: { free: 'it may be; whether it is gets reported', 'leaf-attested': 'it is' },
  default: 'free',
  stake: 'For a key that is not in the leaf there is no evidence but the word of the leaf.',
})
export const CHALLENGE = openAndAmbiguous('attestation.challenge', {
  section: '2.5',
  question: 'Is the nonce also the challenge in the certificate of the device?',
  answers: {
    ignored: 'no; what the challenge is gets reported',
    utf8: 'the challenge is the text of the nonce',
    'base64url-decoded': 'the challenge is what the nonce decodes to',
    'sha-256': 'the challenge is the SHA-256 of the nonce',
    any: 'one of the three',
  },
  default: 'ignored',
  stake: 'Without it an old chain can be shown again under a new signature of the same key.',
})
export const ANCHORS = leftOpen('attestation.anchors', {
  section: '2.5',
  question: 'At which certificates may a chain end?',
  answers: { given: 'at those that the integrator gives; without any, nothing is said' },
  default: 'given',
})
export const LEVEL = leftOpen('attestation.securityLevel', {
  section: '2.5',
  question: 'How well must the device protect its key?',
  answers: {
    software: 'not at all',
    'trusted-environment': 'in a trusted environment',
    strongbox: 'in a security chip',
  },
  default: 'software',
})
export const EXPIRY = ambiguous('attestation.exp', {
  section: '2.5',
  question: 'Does an attestation expire?',
  answers: {
    none: 'section 2.5 knows no `exp`; freshness comes from nonce and `iat`',
    optional: '`exp` may be there, and then holds',
  },
  default: 'none',
  profiles: { 'openid4vci-1.0': 'optional' },
})
export const MAX_AGE = anyText('times.attestationMaxAge', {
  section: '2.5',
  question: 'How many seconds old may an attestation be?',
  default: '300',
})
export const decisions = [TYP, KEYS, CHALLENGE, ANCHORS, LEVEL, EXPIRY, MAX_AGE]
