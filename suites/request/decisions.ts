import { ambiguous, anyText, openAndAmbiguous } from '../../model/decision.ts'

export const PROOF = ambiguous('request.proof', {
  section: '2.4',
  question: 'In which form does a request carry its proofs?',
  answers: {
    array: 'an array of objects under `proof`, as section 2.4 has it',
    object: 'one object under `proof`, as in drafts of OpenID4VCI up to 15',
    proofs: 'an object under `proofs`, by proof type, as in OpenID4VCI 1.0',
  },
  default: 'array',
  profiles: { 'openid4vci-1.0': 'proofs' },
  stake: 'No version of OpenID4VCI has an array under `proof`.',
})
export const ATTESTATION_FORM = ambiguous('request.attestationForm', {
  section: '2.4',
  question: 'Is a proof of type attestation a text or a list with one text?',
  answers: { text: 'a text', list: 'a list with one text' },
  default: 'text',
  profiles: { 'openid4vci-1.0': 'list' },
})
export const ATTESTATION_NEEDED = ambiguous('request.attestationNeeded', {
  section: '5',
  question: 'Does every request carry a key attestation, or will a proof of another type do?',
  answers: { always: 'one at least is an attestation', 'any-proof': 'any known type will do' },
  default: 'always',
  profiles: { 'openid4vci-1.0': 'any-proof' },
})
export const PROOF_TYPES = ambiguous('request.proofTypes', {
  section: '2.4',
  question: 'Which proof types may be named?',
  answers: { document: 'attestation, jwt, cose and sd-jwt', 'openid4vci-1.0': 'attestation, jwt and di_vp' },
  default: 'document',
  profiles: { 'openid4vci-1.0': 'openid4vci-1.0' },
})
export const IDENTIFIERS = ambiguous('request.identifiers', {
  section: '2.4',
  question: 'May a request name neither dataset nor template?',
  answers: { 'not-both': 'it may; only both at once is forbidden', 'exactly-one': 'it may not' },
  default: 'not-both',
  profiles: { 'openid4vci-1.0': 'exactly-one' },
})
export const CERTIFICATES = ambiguous('certificates.location', {
  section: '2.4',
  question: 'Where are the certificates that the wallet puts "in the credentials array"?',
  answers: {
    nowhere: 'nowhere: the wallet sends no such array',
    request: 'in the request of the wallet',
    callback: 'in the callback of the identity app',
  },
  default: 'nowhere',
  stake: 'The only arrays of that name are sent by the issuer and by the identity app.',
})
export const SERIALIZATION = openAndAmbiguous('encryption.requestSerialization', {
  section: '2.7',
  question: 'In which form does an encrypted request travel?',
  answers: { compact: 'JWE, compact', json: 'JWE, JSON' },
  default: 'compact',
})
export const JWT_FIELD = anyText('proof.jwt.field', {
  section: '2.4',
  question: 'Which member carries a proof of type jwt?',
  default: 'jwt',
})
export const COSE_FIELD = anyText('proof.cose.field', {
  section: '2.4',
  question: 'Which member carries a proof of type cose?',
  default: '',
})
export const SD_JWT_FIELD = anyText('proof.sdJwt.field', {
  section: '2.4',
  question: 'Which member carries a proof of type sd-jwt?',
  default: '',
})
export const ID_FIELD = openAndAmbiguous('response.idField', {
  section: '2.4',
  question: 'Under which name does the response carry the credential id?',
  answers: {
    credential_identifier: 'as in the request',
    credential_id: 'as in the text',
    id: 'as in the credential',
    none: 'it has none, as in OpenID4VCI',
  },
  default: 'credential_identifier',
  profiles: { 'openid4vci-1.0': 'none' },
})
export const CREDENTIALS_FIELD = anyText('response.credentialsField', {
  section: '2.4',
  question: 'Under which name does the response carry the credentials?',
  default: 'credentials',
})
export const CREDENTIAL_FIELD = openAndAmbiguous('response.credentialField', {
  section: '2.4',
  question: 'Under which name does each element of that array carry its credential?',
  answers: { Credential: 'as in the callback', credential: 'as in OpenID4VCI', either: 'one of the two' },
  default: 'either',
  profiles: { 'openid4vci-1.0': 'credential' },
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
