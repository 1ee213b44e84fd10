import { anyText, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const METHOD = leftOpen('endpoints.nonce.method', {
  section: '4',
  question: 'With which method is a nonce asked for?',
  answers: { POST: 'with an empty body, as in OpenID4VCI', GET: 'with GET' },
  default: 'POST',
})
export const PATH = anyText('endpoints.nonce.path', {
  section: '4',
  question: 'At which path is the nonce endpoint?',
  default: '/nonce',
})
export const FIELD = leftOpen('nonce.responseField', {
  section: '4',
  question: 'Under which name does the nonce endpoint return the nonce?',
  answers: { c_nonce: 'as OpenID4VCI has it', nonce: 'as the attestation has it', either: 'one of the two' },
  default: 'either',
})
export const LIFETIME = anyText('limits.nonceLifetime', {
  section: '8',
  question: 'For how many seconds is a nonce good?',
  default: '300',
})
export const SINGLE_USE = leftOpen('nonce.singleUse', {
  section: '2.5',
  question: 'Is a nonce good for one request only?',
  answers: { once: 'yes', 'until-expiry': 'no' },
  default: 'once',
})
export const NONCE_RELATION = openAndAmbiguous('nonce.relation', {
  section: '1',
  question:
    'Which of the four values called a nonce are the same: that of Issuer Config, the code, the `c_nonce`, that of the nonce endpoint?',
  answers: {
    'code-is-config': 'the code is the nonce of Issuer Config; that of the nonce endpoint is another',
    'all-equal': 'all of them',
    'all-separate': 'no two of them',
  },
  default: 'code-is-config',
  profiles: { 'openid4vci-1.0': 'all-separate' },
  stake:
    'If the attestation carried the code, whoever sees it could use the session, and freshness would not be fresh.',
})
export const decisions = [METHOD, PATH, FIELD, LIFETIME, SINGLE_USE, NONCE_RELATION]
