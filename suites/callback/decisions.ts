import { ambiguity, blank, silence } from '../../src/model/decision.ts'

export const METHOD = blank('endpoints.walletCallback.method', {
  section: '4',
  question: 'With which method is the wallet backend called?',
  default: 'POST',
})
export const PATH = blank('endpoints.walletCallback.path', {
  section: '4',
  question: 'At which path is the wallet backend called?',
  default: '/credential-callback',
})
export const SUCCESS = silence('callback.success', {
  section: '2.8',
  question: 'What does the wallet backend answer, and when is a callback repeated?',
  variants: { any2xx: 'any status from 200 to 299; nothing is repeated' },
  default: 'any2xx',
})
export const FIELD = ambiguity('callback.field', {
  section: '2.8',
  question: 'How is the one field of a credential in the callback spelled?',
  variants: { Credential: 'with a capital, as section 2.8 has it', credential: 'as in OpenID4VCI', either: 'both' },
  default: 'Credential',
  presets: { 'openid4vci-1.0': 'credential' },
  stake: 'A model made for the standard drops the credential without a word.',
})
export const decisions = [METHOD, PATH, SUCCESS, FIELD]
