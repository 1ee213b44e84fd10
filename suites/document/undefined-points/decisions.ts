import { anyText, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const CODES = leftOpen('errors.codes', {
  section: '7',
  question: 'Which error codes are there?',
  answers: { none: 'none', 'openid4vci-1.0': 'those of OpenID4VCI' },
  default: 'none',
})
export const REFUSAL = openAndAmbiguous('errors.refusal', {
  section: '7',
  question: 'What counts as a rejection?',
  answers: {
    '4xx': 'an HTTP status from 400 to 499, or no further message in time from an actor that cannot answer',
    'no-success': 'also an HTTP status from 200 to 299 without the member that a success response has, or with `error`',
  },
  default: '4xx',
  stake:
    'Without an error model, only a valid control request shows whether a target rejects a request or is out of order.',
})
export const BODIES = leftOpen('errors.body', {
  section: '7',
  question: 'What is the body of an error response?',
  answers: { any: 'anything', 'openid4vci-1.0': 'an object with `error`' },
  default: 'any',
})
export const LINK_SIZE = anyText('limits.deeplinkSize', {
  section: '8',
  question: 'How many octets may a deeplink have?',
  default: '16384',
})
export const CODE_LIFETIME = anyText('limits.codeLifetime', {
  section: '8',
  question: 'For how many seconds is a pre-authorised code valid?',
  default: '300',
})
export const PRESENTATION_METHOD = anyText('endpoints.presentation.method', {
  section: '9',
  question: 'Which HTTP method presents a credential to a verifier?',
  default: 'POST',
})
export const PRESENTATION_PATH = anyText('endpoints.presentation.path', {
  section: '9',
  question: 'At which path does a verifier take presentations?',
  default: '/presentations',
})
export const decisions = [CODES, REFUSAL, BODIES, LINK_SIZE, CODE_LIFETIME, PRESENTATION_METHOD, PRESENTATION_PATH]
