import { ambiguous } from '../../../model/decision.ts'

export const BUILDER = ambiguous('request.builder', {
  section: '1',
  question: 'Which actor builds the credential request?',
  answers: {
    wallet: 'the wallet; the identity app only wraps it in a validation request',
    'identity-app': 'the identity app, from what the wallet sends',
  },
  default: 'wallet',
  stake: 'To build it, the identity app would have to decrypt a request that only the issuer can decrypt.',
})
export const TOKEN_ENDPOINT = ambiguous('flow.tokenEndpoint', {
  section: '1',
  question: 'Does the wallet call a token endpoint and a credential endpoint?',
  answers: {
    none: 'no: its request reaches the issuer by deeplink through the identity app',
    'openid4vci-1.0': 'yes, both, as in OpenID4VCI',
  },
  default: 'none',
  stake: 'Conformance test plans for OpenID4VCI cannot run against this exchange.',
})
export const decisions = [BUILDER, TOKEN_ENDPOINT]
