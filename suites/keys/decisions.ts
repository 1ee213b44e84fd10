import { anyText, openAndAmbiguous } from '../../model/decision.ts'

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
export const DISCOVERY = openAndAmbiguous('issuer.keyDiscovery', {
  section: '4',
  question: 'How does a verifier find the keys of an issuer?',
  answers: {
    jwks: 'at the JWKS endpoint, with a configured path',
    'jwt-vc-issuer': 'in the JWT VC issuer metadata of SD-JWT VC',
    x5c: 'in the `x5c` header parameter of the credential',
  },
  default: 'jwks',
  stake: 'A verifier that derives a URL from `iss` can be led to another host.',
})
export const decisions = [PATH, METHOD, DISCOVERY]
