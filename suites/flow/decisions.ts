import { ambiguous, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const MDOC = openAndAmbiguous('mdoc.profile', {
  section: '1',
  question: 'What does an mDOC credential look like, and is it part of this exchange?',
  answers: { off: 'only SD-JWT is exchanged', 'iso-18013-5': 'as ISO 18013-5 has it' },
  default: 'off',
})
export const TXN_CODE = openAndAmbiguous('offer.txnCode', {
  section: '1',
  question: 'What is the `txn_code` of the credential manager for?',
  answers: {
    ignored: 'it is reported and checked by nobody',
    'tx-code': 'it is the `tx_code` of OpenID4VCI, which the issuer announces in the offer',
  },
  default: 'ignored',
  profiles: { 'openid4vci-1.0': 'tx-code' },
  stake: 'A code that nobody checks protects nothing: whoever gets the offer can use it.',
})
export const FORMAT_CHOICE = leftOpen('credential.formatSelection', {
  section: '1',
  question: 'How does a request choose between SD-JWT and mDOC?',
  answers: { 'configuration-id': 'by the configuration id' },
  default: 'configuration-id',
})
export const BUILDER = ambiguous('request.builder', {
  section: '1',
  question: 'Who builds the credential request?',
  answers: {
    wallet: 'the wallet; the identity app only wraps it for the issuer',
    'identity-app': 'the identity app, from what the wallet sends',
  },
  default: 'wallet',
  stake: 'To build it anew the identity app would have to decrypt what only the issuer can.',
})
export const TOKEN_ENDPOINT = ambiguous('flow.tokenEndpoint', {
  section: '1',
  question: 'Is there a token endpoint, and a credential endpoint that the wallet calls?',
  answers: {
    none: 'no: the request goes by deeplink through the identity app',
    'openid4vci-1.0': 'yes, both, as in OpenID4VCI',
  },
  default: 'none',
  stake: 'Test plans for OpenID4VCI cannot run against this exchange.',
})
export const HAIP = ambiguous('flow.haip', {
  section: '1',
  question: 'Does the exchange follow the high assurance profile of OpenID4VC?',
  answers: { no: 'it is not claimed', report: 'no, and the distance is reported' },
  default: 'no',
})
export const decisions = [MDOC, TXN_CODE, FORMAT_CHOICE, BUILDER, TOKEN_ENDPOINT, HAIP]
