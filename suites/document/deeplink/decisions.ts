import { anyText, openAndAmbiguous } from '../../../model/decision.ts'

export const URI = anyText('deeplink.uri', {
  section: '4',
  question: 'What is the URI of the deeplink?',
  default: 'identityapp://credential-request',
})
export const PARAMETER = anyText('deeplink.parameter', {
  section: '4',
  question: 'Which query parameter carries the request?',
  default: 'credential_request',
})
export const DISCOVERY = openAndAmbiguous('deeplink.discovery', {
  section: '1',
  question: 'How does the wallet learn the URI of the deeplink?',
  answers: { configured: 'it is configured', offer: 'from the offer', metadata: 'from the metadata' },
  default: 'configured',
  stake: 'The identity app is given the URI; the wallet, which has to call it, is not.',
})
export const decisions = [URI, PARAMETER, DISCOVERY]
