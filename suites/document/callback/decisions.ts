import { ambiguous, anyText } from '../../../model/decision.ts'

export const METHOD = anyText('endpoints.walletCallback.method', {
  section: '4',
  question: 'What is the method of the callback endpoint?',
  default: 'POST',
})
export const PATH = anyText('endpoints.walletCallback.path', {
  section: '4',
  question: 'What is the path of the callback endpoint?',
  default: '/credential-callback',
})
export const FIELD = ambiguous('callback.field', {
  section: '2.8',
  question: 'How is the member with a credential spelled in the callback?',
  answers: {
    Credential: 'with a capital, as in section 2.8',
    credential: 'in lower case, as in OpenID4VCI',
    either: 'in either way',
  },
  default: 'Credential',
  profiles: { 'document-openid4vci': 'credential' },
  stake: 'A receiver that expects the other spelling drops the credential silently.',
})
export const decisions = [METHOD, PATH, FIELD]
