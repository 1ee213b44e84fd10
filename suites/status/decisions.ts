import { ambiguity, silence } from '../../src/model/decision.ts'

export const BODY = silence('status.body', {
  section: '2.9',
  question: 'What does a status answer look like beyond its being signed?',
  variants: {
    jws: 'a compact JWS with `id` and `status`, and `iss`, `iat` and `exp` if it likes',
    any: 'any signed text that names one status',
  },
  default: 'jws',
})
export const TRANSITIONS = silence('status.transitions', {
  section: '3',
  question: 'Which status may follow which?',
  variants: {
    'revoked-is-final': 'active and suspended follow each other; nothing follows revoked',
    any: 'any follows any',
  },
  default: 'revoked-is-final',
})
export const METHOD = silence('endpoints.status.method', {
  section: '4',
  question: 'With which method is a status asked for?',
  variants: { GET: 'with GET', POST: 'with POST' },
  default: 'GET',
})
export const VOCABULARY = ambiguity('status.vocabulary', {
  section: '3',
  question: 'Which words say a status?',
  variants: { document: '`active`, `suspended` and `revoked`', 'status-list': 'the numbers of a token status list' },
  default: 'document',
})
export const COMPARE = ambiguity('status.compare', {
  section: '3',
  question: 'Does the case of a status matter?',
  variants: { exact: 'yes', 'any-case': 'no' },
  default: 'exact',
})
export const decisions = [BODY, TRANSITIONS, METHOD, VOCABULARY, COMPARE]
