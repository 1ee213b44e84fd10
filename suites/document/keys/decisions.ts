import { anyText, leftOpen } from '../../../model/decision.ts'

export const PATH = anyText('endpoints.jwks.path', {
  section: '4',
  question: 'What is the path of the JWKS endpoint?',
  default: '/.well-known/jwks.json',
})
export const METHOD = anyText('endpoints.jwks.method', {
  section: '4',
  question: 'What is the method of the JWKS endpoint?',
  default: 'GET',
})
export const CACHE = leftOpen('jwks.cache', {
  section: '4',
  question: 'For how long may a verifier use a key set that it fetched?',
  answers: {
    unknown: 'for an unknown time',
    'until-unknown': 'until a credential refers to a key that the set does not have: then it is fetched again',
    none: 'for one credential: each is verified with the key set of its moment',
  },
  default: 'unknown',
  stake: 'A verifier that keeps keys forever rejects valid credentials, and accepts those of a key that was withdrawn.',
})
export const decisions = [PATH, METHOD, CACHE]
