import { ambiguous, anyText, openAndAmbiguous } from '../../../model/decision.ts'

export const PROOF = ambiguous('request.proof', {
  section: '2.4',
  question: 'In which form does a request carry its proofs?',
  answers: {
    array: 'an array of objects in `proof`, as in section 2.4',
    object: 'one object in `proof`, as in drafts of OpenID4VCI up to 15',
    proofs: 'an object in `proofs`, by proof type, as in OpenID4VCI 1.0',
  },
  default: 'array',
  profiles: { 'document-openid4vci': 'proofs' },
  stake: 'No version of OpenID4VCI has an array under `proof`.',
})
export const ATTESTATION_FORM = ambiguous('request.attestationForm', {
  section: '2.4',
  question: 'Is a proof of type `attestation` a string or an array with one string?',
  answers: { text: 'a string', list: 'an array with one string' },
  default: 'text',
  profiles: { 'document-openid4vci': 'list' },
})
export const ATTESTATION_NEEDED = ambiguous('request.attestationNeeded', {
  section: '5',
  question: 'Must every request carry a key attestation, or is a proof of another type enough?',
  answers: { always: 'at least one proof is a key attestation', 'any-proof': 'any known proof type is enough' },
  default: 'always',
  profiles: { 'document-openid4vci': 'any-proof' },
})
export const PROOF_TYPES = ambiguous('request.proofTypes', {
  section: '2.4',
  question: 'Which proof types are allowed?',
  answers: { document: 'attestation, jwt, cose and sd-jwt', 'openid4vci-1.0': 'attestation, jwt and di_vp' },
  default: 'document',
  profiles: { 'document-openid4vci': 'openid4vci-1.0' },
})
export const IDENTIFIERS = ambiguous('request.identifiers', {
  section: '2.4',
  question: 'May a request carry neither `credential_identifier` nor `credential_configuration_id`?',
  answers: { 'not-both': 'it may; only both together are forbidden', 'exactly-one': 'it may not' },
  default: 'not-both',
  profiles: { 'document-openid4vci': 'exactly-one' },
  permits: ['not-both'],
})
export const TEMPLATE = openAndAmbiguous('request.template', {
  section: '2.4',
  question: 'May a request name a template of the offer, and no dataset?',
  answers: {
    accepted: 'it may: the offer names the templates that the wallet may request',
    refused: 'it may not: every request names the dataset of the Issuer Config response',
  },
  default: 'accepted',
})
export const CERTIFICATES = ambiguous('certificates.location', {
  section: '2.4',
  question: 'Where are the certificates that the wallet puts "in the credentials array"?',
  answers: {
    nowhere: 'nowhere: the wallet sends no such array',
    request: 'in the credential request of the wallet',
    callback: 'in the callback of the identity app',
  },
  default: 'nowhere',
  stake: 'Only the issuer and the identity app send arrays of that name.',
})
export const SERIALIZATION = openAndAmbiguous('encryption.requestSerialization', {
  section: '2.7',
  question: 'Which JWE serialization does an encrypted request use?',
  answers: { compact: 'JWE Compact Serialization', json: 'JWE JSON Serialization' },
  default: 'compact',
})
export const ID_FIELD = openAndAmbiguous('response.idField', {
  section: '2.4',
  question: 'Which member of the response carries the credential ID?',
  answers: {
    credential_identifier: 'as in the request',
    credential_id: 'as in the text of section 2.4',
    id: 'as in the credential',
    none: 'none, as in OpenID4VCI',
  },
  default: 'credential_identifier',
  profiles: { 'document-openid4vci': 'none' },
})
export const CREDENTIALS_FIELD = anyText('response.credentialsField', {
  section: '2.4',
  question: 'Which member of the response carries the credentials?',
  default: 'credentials',
})
export const CREDENTIAL_FIELD = openAndAmbiguous('response.credentialField', {
  section: '2.4',
  question: 'Which member of each element of that array carries the credential?',
  answers: {
    Credential: 'as in the callback',
    credential: 'as in OpenID4VCI',
    either: 'one of the two',
    none: 'none: each element is a credential',
  },
  default: 'either',
  profiles: { 'document-openid4vci': 'credential' },
})
export const decisions = [
  PROOF,
  ATTESTATION_FORM,
  ATTESTATION_NEEDED,
  PROOF_TYPES,
  IDENTIFIERS,
  TEMPLATE,
  CERTIFICATES,
  SERIALIZATION,
  ID_FIELD,
  CREDENTIALS_FIELD,
  CREDENTIAL_FIELD,
]
