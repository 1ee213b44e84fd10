import { ambiguous, anyText, leftOpen, namedOrAnyText } from '../../../model/decision.ts'

export const BODY = leftOpen('status.body', {
  section: '2.9',
  question: 'What is the format of a status response, apart from its being signed?',
  answers: {
    jws: 'a compact JWS with the id of the credential and its status, and optionally `iss`, `iat` and `exp`',
    any: 'any signed text with one status',
  },
  default: 'jws',
})
export const SIGNER = leftOpen('status.signer', {
  section: '2.9',
  question: 'Where is the key that verifies a status response?',
  answers: {
    unknown: 'not known: a key that is not in the key set of the issuer cannot be judged',
    issuer: 'in the key set of the issuer',
  },
  default: 'unknown',
})
export const MEMBER = anyText('status.member', {
  section: '2.9',
  question: 'Which claim of a status response has the status, by its name or a JSON Pointer?',
  default: 'status',
})
export const ID_MEMBER = namedOrAnyText('status.idMember', {
  section: '2.9',
  question: 'Which claim of a status response has the id of the credential?',
  answers: { 'id-or-sub': '`id`, `sub`, or both' },
  otherText: 'the claim of that name, or at that JSON Pointer',
  default: 'id-or-sub',
})
export const TRANSITIONS = leftOpen('status.transitions', {
  section: '3',
  question: 'Which status transitions are permitted?',
  answers: {
    'revoked-is-final': 'those between `active` and `suspended`, and from both to `revoked`, which is final',
    any: 'all',
  },
  default: 'revoked-is-final',
})
export const METHOD = leftOpen('endpoints.status.method', {
  section: '4',
  question: 'What is the method of the status endpoint?',
  answers: { GET: 'GET', POST: 'POST' },
  default: 'GET',
})
export const VOCABULARY = ambiguous('status.vocabulary', {
  section: '3',
  question: 'What are the status values?',
  answers: { document: '`active`, `suspended` and `revoked`', 'status-list': 'the numbers of a Token Status List' },
  default: 'document',
})
export const COMPARE = ambiguous('status.compare', {
  section: '3',
  question: 'Are status values case-sensitive?',
  answers: { exact: 'yes', 'any-case': 'no' },
  default: 'exact',
})
export const decisions = [BODY, SIGNER, MEMBER, ID_MEMBER, TRANSITIONS, METHOD, VOCABULARY, COMPARE]
