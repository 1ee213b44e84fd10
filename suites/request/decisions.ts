import { ambiguity, blank, dispute } from '../../src/model/decision.ts'

export const PROOF = ambiguity('request.proof', {
  section: '2.4',
  question: 'In which form does a request carry its proofs?',
  variants: {
    array: 'an array of objects under `proof`, as section 2.4 has it',
    object: 'one object under `proof`, as in drafts of OpenID4VCI up to 15',
    proofs: 'an object under `proofs`, by proof type, as in OpenID4VCI 1.0',
  },
  default: 'array',
  presets: { 'openid4vci-1.0': 'proofs' },
  stake: 'No version of OpenID4VCI has an array under `proof`.',
})
export const ATTESTATION_FORM = ambiguity('request.attestationForm', {
  section: '2.4',
  question: 'Is a proof of type attestation a text or a list with one text?',
  variants: { text: 'a text', list: 'a list with one text' },
  default: 'text',
  presets: { 'openid4vci-1.0': 'list' },
})
export const ATTESTATION_NEEDED = ambiguity('request.attestationNeeded', {
  section: '5',
  question: 'Does every request carry a key attestation, or will a proof of another type do?',
  variants: { always: 'one at least is an attestation', 'any-proof': 'any known type will do' },
  default: 'always',
  presets: { 'openid4vci-1.0': 'any-proof' },
})
export const PROOF_TYPES = ambiguity('request.proofTypes', {
  section: '2.4',
  question: 'Which proof types may be named?',
  variants: { document: 'attestation, jwt, cose and sd-jwt', 'openid4vci-1.0': 'attestation, jwt and di_vp' },
  default: 'document',
  presets: { 'openid4vci-1.0': 'openid4vci-1.0' },
})
export const IDENTIFIERS = ambiguity('request.identifiers', {
  section: '2.4',
  question: 'May a request name neither dataset nor template?',
  variants: { 'not-both': 'it may; only both at once is forbidden', 'exactly-one': 'it may not' },
  default: 'not-both',
  presets: { 'openid4vci-1.0': 'exactly-one' },
})
export const CERTIFICATES = ambiguity('certificates.location', {
  section: '2.4',
  question: 'Where are the certificates that the wallet puts "in the credentials array"?',
  variants: {
    nowhere: 'nowhere: the wallet sends no such array',
    request: 'in the request of the wallet',
    callback: 'in the callback of the identity app',
  },
  default: 'nowhere',
  stake: 'The only arrays of that name are sent by the issuer and by the identity app.',
})
export const SERIALIZATION = dispute('encryption.requestSerialization', {
  section: '2.7',
  question: 'In which form does an encrypted request travel?',
  variants: { compact: 'JWE, compact', json: 'JWE, JSON' },
  default: 'compact',
})
export const JWT_FIELD = blank('proof.jwt.field', {
  section: '2.4',
  question: 'Which member carries a proof of type jwt?',
  default: 'jwt',
})
export const COSE_FIELD = blank('proof.cose.field', {
  section: '2.4',
  question: 'Which member carries a proof of type cose?',
  default: '',
})
export const SD_JWT_FIELD = blank('proof.sdJwt.field', {
  section: '2.4',
  question: 'Which member carries a proof of type sd-jwt?',
  default: '',
})
export const ID_FIELD = dispute('response.idField', {
  section: '2.4',
  question: 'Under which name does the response carry the credential id?',
  variants: {
    credential_identifier: 'as in the request',
    credential_id: 'as in the text',
    id: 'as in the credential',
    none: 'it has none, as in OpenID4VCI',
  },
  default: 'credential_identifier',
  presets: { 'openid4vci-1.0': 'none' },
})
export const CREDENTIALS_FIELD = blank('response.credentialsField', {
  section: '2.4',
  question: 'Under which name does the response carry the credentials?',
  default: 'credentials',
})
export const CREDENTIAL_FIELD = dispute('response.credentialField', {
  section: '2.4',
  question: 'Under which name does each element of that array carry its credential?',
  variants: { Credential: 'as in the callback', credential: 'as in OpenID4VCI', either: 'one of the two' },
  default: 'either',
  presets: { 'openid4vci-1.0': 'credential' },
})
export const decisions = [
  PROOF,
  ATTESTATION_FORM,
  ATTESTATION_NEEDED,
  PROOF_TYPES,
  IDENTIFIERS,
  CERTIFICATES,
  SERIALIZATION,
  JWT_FIELD,
  COSE_FIELD,
  SD_JWT_FIELD,
  ID_FIELD,
  CREDENTIALS_FIELD,
  CREDENTIAL_FIELD,
]
