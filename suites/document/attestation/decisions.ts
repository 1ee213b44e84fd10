import { ambiguous, anyText, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const TYP = ambiguous('attestation.typ', {
  section: '2.5',
  question: 'Which `typ` does a key attestation carry?',
  answers: {
    'keyattestation+jwt': 'the value in section 2.5',
    'key-attestation+jwt': 'the value of OpenID4VCI 1.0',
    either: 'one of the two',
  },
  default: 'keyattestation+jwt',
  profiles: { 'document-openid4vci': 'key-attestation+jwt' },
  stake: 'The value changed between two drafts of OpenID4VCI; libraries write the new one.',
})
export const KEYS = ambiguous('attestation.keys', {
  section: '2.5',
  question: 'Must the device key, which signs, be one of the attested keys?',
  answers: { free: 'no', 'leaf-attested': 'yes' },
  default: 'free',
  stake: 'Only the device vendor can assure that a key which has no certificate is protected.',
  permits: ['free'],
})
export const CHALLENGE = openAndAmbiguous('attestation.challenge', {
  section: '2.5',
  question: 'How is the attestation challenge in the device certificate derived from the nonce?',
  answers: {
    ignored: 'it need not be derived from the nonce',
    utf8: 'it is the nonce in UTF-8',
    'base64url-decoded': 'it is the base64url-decoded nonce',
    'sha-256': 'it is the SHA-256 digest of the nonce',
    any: 'in one of these three ways',
  },
  default: 'ignored',
  stake: 'Without this, an old certificate chain can be sent again with a new signature of the same key.',
})
export const ANCHORS = leftOpen('attestation.anchors', {
  section: '2.5',
  question: 'Which trust anchors may a chain end at?',
  answers: { given: 'those in the configuration; without any, a chain cannot be judged' },
  default: 'given',
})
export const LEVEL = leftOpen('attestation.securityLevel', {
  section: '2.5',
  question: 'Which security level must the device key have?',
  answers: {
    software: 'any, also software',
    'trusted-environment': 'a trusted execution environment',
    strongbox: 'a security chip (StrongBox)',
  },
  default: 'software',
})
export const EXPIRY = ambiguous('attestation.exp', {
  section: '2.5',
  question: 'Does an attestation expire?',
  answers: {
    none: 'no: section 2.5 defines no `exp`; nonce and `iat` show freshness',
    optional: 'yes, if it carries `exp`',
  },
  default: 'none',
  profiles: { 'document-openid4vci': 'optional' },
})
export const MAX_AGE = anyText('times.attestationMaxAge', {
  section: '2.5',
  question: 'How many seconds old may an attestation be?',
  default: '300',
})
export const BATCH = ambiguous('response.batch', {
  section: '2.5',
  question: 'How many credentials does the issuer issue for the attested keys of a request?',
  answers: { 'one-each': 'one for each key', any: 'any number' },
  default: 'one-each',
  stake: 'A wallet that attests ten keys, to show each once, gets one credential and shows it everywhere.',
  permits: ['any'],
})
export const decisions = [TYP, KEYS, CHALLENGE, ANCHORS, LEVEL, EXPIRY, MAX_AGE, BATCH]
