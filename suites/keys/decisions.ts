import { anyText } from '../../model/decision.ts'

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
export const decisions = [PATH, METHOD]
