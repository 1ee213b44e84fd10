import { ambiguity, blank, silence } from '../../src/model/decision.ts'

export const URL = blank('endpoints.offer.url', {
  section: '4',
  question: 'What is the address of an offer?',
  default: '{issuer_url}/credential-offer/{id}',
})
export const METHOD = silence('endpoints.offer.method', {
  section: '4',
  question: 'With which method is an offer fetched?',
  variants: { GET: 'as OpenID4VCI requires', POST: 'with POST' },
  default: 'GET',
})
export const ENVELOPE = silence('offer.envelope', {
  section: '4',
  question: 'In what envelope does the identity app push the offer to the operating system?',
  variants: {
    'digital-credentials': 'a list of requests, each with a protocol and the offer as its data',
    bare: 'the offer itself',
  },
  default: 'digital-credentials',
})
export const ISSUER = ambiguity('offer.issuer', {
  section: '2.3',
  question: 'What does `credential_issuer` name?',
  variants: { identifier: 'the issuer, by its identifier', endpoint: 'the base address of its credential endpoint' },
  default: 'identifier',
})
export const GRANTS = ambiguity('offer.grants', {
  section: '2.3',
  question: 'May an offer hold further grants?',
  variants: { one: 'no, in this flow it holds one', many: 'yes, the wallet takes the one it knows' },
  default: 'one',
  presets: { 'openid4vci-1.0': 'many' },
})
export const SINGLE_USE = ambiguity('code.singleUse', {
  section: '2.3',
  question: 'Can a code be used again before it expires?',
  variants: { once: 'no', 'until-expiry': 'yes' },
  default: 'once',
  stake: 'With no further code from the holder, this one is the only barrier.',
})
export const PRESENTED = silence('code.presented', {
  section: '1',
  question: 'Where does the wallet show the pre-authorised code to the issuer?',
  variants: {
    nowhere: 'nowhere; the issuer goes by the session token and the nonce',
    request: 'in the request, as `pre-authorized_code`',
  },
  default: 'nowhere',
  stake: 'A code that the issuer never sees again protects nothing, and nobody can tell whether it was used twice.',
})
export const decisions = [PRESENTED, URL, METHOD, ENVELOPE, ISSUER, GRANTS, SINGLE_USE]
