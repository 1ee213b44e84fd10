import { anyText, openAndAmbiguous } from '../../../model/decision.ts'

export const METHOD = anyText('endpoints.issuerConfig.method', {
  section: '4',
  question: 'Which HTTP method does the Issuer Config endpoint use?',
  default: 'POST',
})
export const PATH = anyText('endpoints.issuerConfig.path', {
  section: '4',
  question: 'What is the path of the Issuer Config endpoint?',
  default: '/issuer-config',
})
export const FIELDS = openAndAmbiguous('config.fields', {
  section: '2.2',
  question: 'Does the Issuer Config response have more members than the two in its table, and under which names?',
  answers: {
    table: 'the two of the table; further members are neither required nor checked',
    extended:
      'also `pre-authorized_code`, `secret`, `c_nonce`, `access_token`, `credential_request_encryption_key` and `redirect_uri`',
  },
  default: 'table',
  stake: 'The sequence in section 1 has six more values, but no member names for them.',
})
export const decisions = [METHOD, PATH, FIELDS]
