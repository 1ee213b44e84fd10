import { ambiguous, anyText, leftOpen } from '../../../model/decision.ts'

export const URL = anyText('endpoints.offer.url', {
  section: '4',
  question:
    'What is the address of an offer, where `{id}` is the `credential_identifier` of its session and `{code}` the code in the offer?',
  default: '{issuer_url}/credential-offer/{id}',
})
export const METHOD = leftOpen('endpoints.offer.method', {
  section: '4',
  question: 'Which HTTP method fetches an offer?',
  answers: { GET: 'GET, as OpenID4VCI requires', POST: 'POST' },
  default: 'GET',
})
export const DELIVERY = leftOpen('offer.delivery', {
  section: '4',
  question: 'Does the wallet get an offer as a text, or as a URL that leads to it?',
  answers: {
    either: 'in either way: both are tried, and the issuer answers at the URL',
    value: 'as a text: the issuer has no URL for offers',
    reference: 'as a URL',
  },
  default: 'either',
})
export const CONFIGURATION = anyText('offer.configurationId', {
  section: '2.3',
  question: 'Which credential configuration does an offer name, where the metadata defines none by this ID?',
  default: 'identity_credential',
})
export const GRANTS = ambiguous('offer.grants', {
  section: '2.3',
  question: 'May an offer have further grants?',
  answers: { one: 'no, it has exactly one', many: 'yes, and the wallet selects one that it supports' },
  default: 'one',
  profiles: { 'document-openid4vci': 'many' },
})
export const SINGLE_USE = ambiguous('code.singleUse', {
  section: '2.3',
  question: 'Can a code be used again before it expires?',
  answers: { once: 'no', 'until-expiry': 'yes' },
  default: 'once',
  stake: 'Without a transaction code, the pre-authorised code is the only protection.',
})
export const PRESENTED = leftOpen('code.presented', {
  section: '1',
  question: 'Where does the wallet send the pre-authorised code to the issuer?',
  answers: {
    nowhere: 'nowhere; the issuer relies on the session token and the nonce',
    request: 'in the credential request, as `pre-authorized_code`',
  },
  default: 'nowhere',
  stake: 'A code that never returns to the issuer protects nothing, and its reuse cannot be detected.',
})
export const decisions = [PRESENTED, URL, METHOD, DELIVERY, CONFIGURATION, GRANTS, SINGLE_USE]
