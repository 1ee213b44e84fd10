import { anyText, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const METHOD = anyText('endpoints.issuerConfig.method', {
  section: '4',
  question: 'With which method is Issuer Config asked for?',
  default: 'POST',
})
export const PATH = anyText('endpoints.issuerConfig.path', {
  section: '4',
  question: 'At which path is Issuer Config?',
  default: '/issuer-config',
})
export const FIELDS = openAndAmbiguous('config.fields', {
  section: '2.2',
  question: 'Does Issuer Config hold more than the two fields of its table, and under which names?',
  answers: {
    table: 'the two fields; whatever else is there is neither required nor judged',
    extended:
      'also code, secret, nonce, access token, key and redirect address, under names that the configuration gives',
  },
  default: 'table',
  stake: 'The sequence in section 1 names six more values, and no names for them.',
})
export const USE = leftOpen('config.use', {
  section: '1',
  question: 'What are the `secret` and the `access_token` of Issuer Config used for?',
  answers: { nothing: 'for nothing that the text shows' },
  default: 'nothing',
})
export const decisions = [METHOD, PATH, FIELDS, USE]
