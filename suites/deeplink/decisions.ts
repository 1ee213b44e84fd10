import { blank, dispute } from '../../src/model/decision.ts'

export const URI = blank('deeplink.uri', {
  section: '4',
  question: 'Which address does the deeplink call?',
  default: 'identityapp://credential-request',
})
export const PARAMETER = blank('deeplink.parameter', {
  section: '4',
  question: 'Which query parameter carries the request?',
  default: 'credential_request',
})
export const DISCOVERY = dispute('deeplink.discovery', {
  section: '1',
  question: 'How does the wallet learn the address of the deeplink?',
  variants: { configured: 'it knows it beforehand', offer: 'from the offer', metadata: 'from the metadata' },
  default: 'configured',
  stake: 'The identity app is told the address; the wallet, which has to call it, is not.',
})
export const decisions = [URI, PARAMETER, DISCOVERY]
