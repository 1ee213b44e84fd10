import { blank, dispute } from '../../src/model/decision.ts'

export const PATH = blank('endpoints.jwks.path', {
  section: '4',
  question: 'At which path is the key set of the issuer?',
  default: '/.well-known/jwks.json',
})
export const METHOD = blank('endpoints.jwks.method', {
  section: '4',
  question: 'With which method is the key set fetched?',
  default: 'GET',
})
export const DISCOVERY = dispute('issuer.keyDiscovery', {
  section: '4',
  question: 'How does a verifier find the keys of an issuer?',
  variants: {
    jwks: 'at the key set endpoint, whose path is a setting',
    'jwt-vc-issuer': 'through the issuer metadata of SD-JWT VC',
    x5c: 'in the header of the credential',
  },
  default: 'jwks',
  stake: 'A verifier that guesses an address from `iss` can be led to another host.',
})
export const decisions = [PATH, METHOD, DISCOVERY]
