import { blank, dispute, silence } from '../../src/model/decision.ts'

export const METHOD = blank('endpoints.issuerConfig.method', {
  section: '4',
  question: 'With which method is Issuer Config asked for?',
  default: 'POST',
})
export const PATH = blank('endpoints.issuerConfig.path', {
  section: '4',
  question: 'At which path is Issuer Config?',
  default: '/issuer-config',
})
export const FIELDS = dispute('config.fields', {
  section: '2.2',
  question: 'Does Issuer Config hold more than the two fields of its table, and under which names?',
  variants: {
    table: 'the two fields; whatever else is there is neither required nor judged',
    extended:
      'also code, secret, nonce, access token, key and redirect address, under names that the configuration gives',
  },
  default: 'table',
  stake: 'The sequence in section 1 names six more values, and no names for them.',
})
export const USE = silence('config.use', {
  section: '1',
  question: 'What are the `secret` and the `access_token` of Issuer Config used for?',
  variants: { nothing: 'for nothing that the text shows' },
  default: 'nothing',
})
export const decisions = [METHOD, PATH, FIELDS, USE]
