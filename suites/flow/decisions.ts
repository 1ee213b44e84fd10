import { ambiguous, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const MDOC = openAndAmbiguous('mdoc.profile', {
  section: '1',
  question: 'Are mDOC credentials part of this exchange, and what is their structure?',
  answers: { off: 'only SD-JWT credentials are exchanged', 'iso-18013-5': 'they are, as defined in ISO 18013-5' },
  default: 'off',
})
export const TXN_CODE = openAndAmbiguous('offer.txnCode', {
  section: '1',
  question: 'What is the `txn_code` of the credential manager for?',
  answers: {
    ignored: 'it is reported, and no party checks it',
    'tx-code': 'it is the `tx_code` of OpenID4VCI, which the offer announces',
  },
  default: 'ignored',
  profiles: { 'openid4vci-1.0': 'tx-code' },
  stake: 'A code that no party checks protects nothing: anyone who obtains the offer can use it.',
})
export const FORMAT_CHOICE = leftOpen('credential.formatSelection', {
  section: '1',
  question: 'How does a request select between SD-JWT and mDOC?',
  answers: { 'configuration-id': 'by the credential configuration ID' },
  default: 'configuration-id',
})
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
export const HAIP = ambiguous('flow.haip', {
  section: '1',
  question: 'Does the exchange follow the OpenID4VC High Assurance Interoperability Profile (HAIP)?',
  answers: { no: 'it does not claim to', report: 'it does not, and the differences are reported' },
  default: 'no',
})
export const decisions = [MDOC, TXN_CODE, FORMAT_CHOICE, BUILDER, TOKEN_ENDPOINT, HAIP]
