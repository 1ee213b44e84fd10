import { ambiguous, anyText, leftOpen } from '../../model/decision.ts'

export const URL = anyText('endpoints.offer.url', {
  section: '4',
  question: 'What is the address of an offer?',
  default: '{issuer_url}/credential-offer/{id}',
})
export const METHOD = leftOpen('endpoints.offer.method', {
  section: '4',
  question: 'With which method is an offer fetched?',
  answers: { GET: 'as OpenID4VCI requires', POST: 'with POST' },
  default: 'GET',
})
export const ENVELOPE = leftOpen('offer.envelope', {
  section: '4',
  question: 'In what envelope does the identity app push the offer to the operating system?',
  answers: {
    'digital-credentials': 'a list of requests, each with a protocol and the offer as its data',
    bare: 'the offer itself',
  },
  default: 'digital-credentials',
})
export const ISSUER = ambiguous('offer.issuer', {
  section: '2.3',
  question: 'What does `credential_issuer` name?',
  answers: { identifier: 'the issuer, by its identifier', endpoint: 'the base address of its credential endpoint' },
  default: 'identifier',
})
export const GRANTS = ambiguous('offer.grants', {
  section: '2.3',
  question: 'May an offer hold further grants?',
  answers: { one: 'no, in this flow it holds one', many: 'yes, the wallet takes the one it knows' },
  default: 'one',
  profiles: { 'openid4vci-1.0': 'many' },
})
export const SINGLE_USE = ambiguous('code.singleUse', {
  section: '2.3',
  question: 'Can a code be used again before it expires?',
  answers: { once: 'no', 'until-expiry': 'yes' },
  default: 'once',
  stake: 'With no further code from the holder, this one is the only barrier.',
})
export const PRESENTED = leftOpen('code.presented', {
  section: '1',
  question: 'Where does the wallet show the pre-authorised code to the issuer?',
  answers: {
    nowhere: 'nowhere; the issuer goes by the session token and the nonce',
    request: 'in the request, as `pre-authorized_code`',
  },
  default: 'nowhere',
  stake: 'A code that the issuer never sees again protects nothing, and nobody can tell whether it was used twice.',
})
export const decisions = [PRESENTED, URL, METHOD, ENVELOPE, ISSUER, GRANTS, SINGLE_USE]
