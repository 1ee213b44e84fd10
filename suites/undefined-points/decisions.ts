import { anyText, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const EVENTS = leftOpen('events', {
  section: '6',
  question: 'Are notifications sent?',
  answers: { off: 'no', 'openid4vci-1.0': 'the wallet notifies the issuer' },
  default: 'off',
})
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
    'no-success': 'also an HTTP status from 200 to 299 without the member that a success response has',
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
export const RATE = anyText('limits.rate', {
  section: '8',
  question: 'How many requests per second are allowed?',
  default: '',
})
export const SIZE = anyText('limits.size', {
  section: '8',
  question: 'How many octets may a body have?',
  default: '1000000',
})
export const LINK_SIZE = anyText('limits.deeplinkSize', {
  section: '8',
  question: 'How many octets may a deeplink have?',
  default: '16384',
})
export const TIMEOUTS = anyText('limits.timeouts', {
  section: '8',
  question: 'After how many seconds does a request time out?',
  default: '30',
})
export const CODE_LIFETIME = anyText('limits.codeLifetime', {
  section: '8',
  question: 'For how many seconds is a pre-authorised code valid?',
  default: '300',
})
export const VERSION = anyText('version.identifier', {
  section: '9',
  question: 'How does the interface identify its version?',
  default: '',
})
export const COMPATIBILITY = anyText('version.compatibility', {
  section: '9',
  question: 'Which versions are compatible?',
  default: '',
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
export const KEY_BINDING = openAndAmbiguous('presentation.keyBinding', {
  section: '9',
  question: 'Does a presentation prove possession of the holder key?',
  answers: { off: 'no: the document does not say how', 'kb-jwt': 'with a Key Binding JWT, as in OpenID4VP' },
  default: 'off',
})
export const decisions = [
  EVENTS,
  CODES,
  REFUSAL,
  BODIES,
  RATE,
  SIZE,
  LINK_SIZE,
  TIMEOUTS,
  CODE_LIFETIME,
  VERSION,
  COMPATIBILITY,
  PRESENTATION_METHOD,
  PRESENTATION_PATH,
  KEY_BINDING,
]
