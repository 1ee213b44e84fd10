import { anyText, leftOpen, namedOrAnyText, openAndAmbiguous } from '../../../model/decision.ts'

export const METHOD = leftOpen('endpoints.nonce.method', {
  section: '4',
  question: 'Which HTTP method does the nonce endpoint use?',
  answers: { POST: 'POST with an empty body, as in OpenID4VCI', GET: 'GET' },
  default: 'POST',
})
export const PATH = anyText('endpoints.nonce.path', {
  section: '4',
  question: 'What is the path of the nonce endpoint?',
  default: '/nonce',
})
export const FIELD = namedOrAnyText('nonce.responseField', {
  section: '4',
  question: 'Which member of the nonce response carries the nonce?',
  answers: { c_nonce: 'as in OpenID4VCI', nonce: 'as in the attestation', either: 'one of the two' },
  otherText: 'the member of that name, or at that JSON Pointer',
  default: 'either',
})
export const LIFETIME = anyText('limits.nonceLifetime', {
  section: '8',
  question: 'For how many seconds is a nonce valid?',
  default: '300',
})
export const SINGLE_USE = leftOpen('nonce.singleUse', {
  section: '2.5',
  question: 'Is a nonce valid for one request only?',
  answers: { once: 'yes', 'until-expiry': 'no' },
  default: 'once',
  permits: ['until-expiry'],
})
export const NONCE_RELATION = openAndAmbiguous('nonce.relation', {
  section: '1',
  question:
    'Which of these four values are the same: the nonce of Issuer Config, the pre-authorised code, the `c_nonce` of Issuer Config, and the nonce of the nonce endpoint?',
  answers: {
    'code-is-config': 'the code is the nonce of Issuer Config; the nonce endpoint returns another value',
    'all-equal': 'all four',
    'all-separate': 'no two',
  },
  default: 'code-is-config',
  profiles: { 'document-openid4vci': 'all-separate' },
  stake:
    'If the attestation carried the code, anyone who sees the attestation could use the session, and the nonce would prove no freshness.',
})
export const decisions = [METHOD, PATH, FIELD, LIFETIME, SINGLE_USE, NONCE_RELATION]
