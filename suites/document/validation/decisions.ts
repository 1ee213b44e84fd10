import { ambiguous, anyText, leftOpen } from '../../../model/decision.ts'

export const METHOD = anyText('endpoints.validate.method', {
  section: '4',
  question: 'What is the method of the validation endpoint?',
  default: 'POST',
})
export const PATH = anyText('endpoints.validate.path', {
  section: '4',
  question: 'What is the path of the validation endpoint?',
  default: '/credential/validate',
})
export const TOKEN_HEADER = anyText('auth.sessionToken.header', {
  section: '5',
  question: 'Which header field carries the session token?',
  default: 'Authorization',
})
export const TOKEN_FORMAT = leftOpen('auth.sessionToken.format', {
  section: '5',
  question: 'What is the format of a session token?',
  answers: { bearer: '`Bearer` and an opaque string', bare: 'an opaque string' },
  default: 'bearer',
})
export const FIELD = ambiguous('validate.field', {
  section: '2.7',
  question: 'How is the member with the encrypted request spelled?',
  answers: {
    encryted_credential_request: 'as section 2.7 spells it',
    encrypted_credential_request: 'with the usual spelling of "encrypted"',
    either: 'in either way',
  },
  default: 'encryted_credential_request',
  stake: 'A party that follows the document ignores a member with the corrected spelling.',
})
export const UID = ambiguous('uid.check', {
  section: '2.7',
  question: 'Which twelve digits are an identity number?',
  answers: { shape: 'any', verhoeff: 'those that end with a valid Verhoeff check digit' },
  default: 'shape',
  permits: ['shape'],
})
export const decisions = [METHOD, PATH, TOKEN_HEADER, TOKEN_FORMAT, FIELD, UID]
