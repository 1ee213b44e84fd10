import { ambiguity, blank, silence } from '../../src/model/decision.ts'

export const METHOD = blank('endpoints.validate.method', {
  section: '4',
  question: 'With which method is a request validated?',
  default: 'POST',
})
export const PATH = blank('endpoints.validate.path', {
  section: '4',
  question: 'At which path is a request validated?',
  default: '/credential/validate',
})
export const TOKEN_HEADER = blank('auth.sessionToken.header', {
  section: '5',
  question: 'Which header carries the session token?',
  default: 'Authorization',
})
export const TOKEN_FORMAT = silence('auth.sessionToken.format', {
  section: '5',
  question: 'What does a session token look like?',
  variants: { bearer: '`Bearer` and an opaque text', bare: 'an opaque text' },
  default: 'bearer',
})
export const FIELD = ambiguity('validate.field', {
  section: '2.7',
  question: 'How is the name of the encrypted request spelled?',
  variants: {
    encryted_credential_request: 'as section 2.7 spells it',
    encrypted_credential_request: 'as one would expect',
    either: 'both',
  },
  default: 'encryted_credential_request',
  stake: 'Who corrects the spelling sends a message that nobody reads.',
})
export const UID = ambiguity('uid.check', {
  section: '2.7',
  question: 'What makes twelve digits an identity number?',
  variants: { shape: 'their being twelve digits', verhoeff: 'also their check digit' },
  default: 'shape',
})
export const decisions = [METHOD, PATH, TOKEN_HEADER, TOKEN_FORMAT, FIELD, UID]
