import { blank, dispute, silence } from '../../src/model/decision.ts'

const open = (endpoint: string, what: string) =>
  silence(`auth.${endpoint}`, {
    section: '5',
    question: `Who may call ${what}?`,
    variants: { none: 'anybody', bearer: 'whoever has a token' },
    default: 'none',
  })

export const AUTH_CONFIG = open('issuerConfig', 'Issuer Config')
export const AUTH_OFFER = open('offer', 'an offer URL')
export const AUTH_METADATA = open('issuerMetadata', 'the metadata')
export const AUTH_NONCE = open('nonce', 'the nonce endpoint')
export const AUTH_CALLBACK = open('walletCallback', 'the wallet backend')
export const AUTH_KEYS = open('jwks', 'the key set')
export const AUTH_STATUS = open('status', 'the status service')
export const EVENTS = silence('events', {
  section: '6',
  question: 'Does anybody tell anybody of events?',
  variants: { off: 'no', 'openid4vci-1.0': 'the wallet tells the issuer' },
  default: 'off',
})
export const CODES = silence('errors.codes', {
  section: '7',
  question: 'Which error codes are there?',
  variants: { none: 'none', 'openid4vci-1.0': 'those of OpenID4VCI' },
  default: 'none',
})
export const REFUSAL = dispute('errors.refusal', {
  section: '7',
  question: 'What is a refusal?',
  variants: {
    '4xx': 'an HTTP status from 400 to 499, or no further message in time from an actor that cannot answer',
    'no-success': 'also a status from 200 to 299 without the member that success would have',
  },
  default: '4xx',
  stake: 'Without an error model a refusal cannot be told from a breakdown but by the good request beside it.',
})
export const BODIES = silence('errors.body', {
  section: '7',
  question: 'What does the body of an error look like?',
  variants: { any: 'anything', 'openid4vci-1.0': 'an object with `error`' },
  default: 'any',
})
export const RATE = blank('limits.rate', {
  section: '8',
  question: 'How many calls a second are allowed?',
  default: '',
})
export const SIZE = blank('limits.size', {
  section: '8',
  question: 'How many octets may a body have?',
  default: '1000000',
})
export const LINK_SIZE = blank('limits.deeplinkSize', {
  section: '8',
  question: 'How many octets may a deeplink have?',
  default: '16384',
})
export const TIMEOUTS = blank('limits.timeouts', {
  section: '8',
  question: 'After how many seconds is an answer too late?',
  default: '30',
})
export const CODE_LIFETIME = blank('limits.codeLifetime', {
  section: '8',
  question: 'For how many seconds is a pre-authorised code good?',
  default: '300',
})
export const VERSION = blank('version.identifier', {
  section: '9',
  question: 'How does the interface say its version?',
  default: '',
})
export const COMPATIBILITY = blank('version.compatibility', {
  section: '9',
  question: 'Which versions go together?',
  default: '',
})
export const KEY_BINDING = dispute('presentation.keyBinding', {
  section: '9',
  question: 'Does a presentation prove the key of the holder?',
  variants: { off: 'nothing in the text says how', 'kb-jwt': 'with a key-binding JWT, as in OpenID4VP' },
  default: 'off',
})
export const decisions = [
  AUTH_CONFIG,
  AUTH_OFFER,
  AUTH_METADATA,
  AUTH_NONCE,
  AUTH_CALLBACK,
  AUTH_KEYS,
  AUTH_STATUS,
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
  KEY_BINDING,
]
