import { ambiguous, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const TYP = ambiguous('credential.typ', {
  section: '2.9',
  question: 'What is the `typ` of a credential?',
  answers: {
    'vc+sd-jwt': 'the value in section 2.9, that of SD-JWT VC until late 2024',
    'dc+sd-jwt': 'the value of current SD-JWT VC drafts',
    either: 'both',
    any: 'any value that ends with `+sd-jwt`',
  },
  default: 'vc+sd-jwt',
  profiles: { 'document-rfc9901': 'any', 'document-sd-jwt-vc': 'dc+sd-jwt', 'document-openid4vci': 'dc+sd-jwt' },
  stake: 'A verifier that knows only one of the values rejects every credential with another.',
})

export const VCT = ambiguous('credential.vct', {
  section: '2.9',
  question: 'Does a credential have its type in `vct`?',
  answers: { absent: 'no: section 2.9 has no such field', required: 'yes: SD-JWT VC requires it' },
  default: 'absent',
  profiles: { 'document-sd-jwt-vc': 'required', 'document-openid4vci': 'required' },
  stake: 'Without `vct`, an OpenID4VP query cannot request the credential.',
})

export const STATUS_FORM = ambiguous('status.form', {
  section: '2.9',
  question: 'What is the `status` of a credential?',
  answers: {
    url: 'a string: the URL of the status endpoint, as in section 2.9',
    object: 'an object that refers to a Token Status List',
  },
  default: 'url',
  profiles: { 'document-sd-jwt-vc': 'object', 'document-openid4vci': 'object' },
  stake: 'A verifier that expects the object silently skips the status check of a credential with the string.',
})

export const HOLDER_KEY = ambiguous('cnf.source', {
  section: '2.9',
  question: 'Whose key is in `cnf`?',
  answers: {
    either: 'that of the identity app or one that the wallet attested; the report says which',
    'identity-app': 'that of the identity app',
    attested: 'one that the wallet attested',
  },
  default: 'either',
  profiles: { 'document-openid4vci': 'attested' },
  stake: 'With the key of the identity app, the wallet that stores the credential cannot prove possession of it.',
  permits: ['either'],
})

export const ID_RELATION = openAndAmbiguous('id.relation', {
  section: '2.9',
  question: 'Which of these are equal: `id`, `credential_identifier`, the last path segment of the status URL?',
  answers: {
    'status-only': '`id` and the last path segment; `credential_identifier` is independent',
    all: 'all three',
    none: 'none of them has to equal another',
  },
  default: 'status-only',
  stake: 'One dataset may yield several credentials; with `all` they would share an `id`.',
})

export const TIMES = ambiguous('times.form', {
  section: '2.9',
  question: 'What is a UNIX timestamp?',
  answers: { seconds: 'seconds since 1970, fractions allowed', 'whole-seconds': 'whole seconds since 1970' },
  default: 'seconds',
  profiles: { 'document-openid4vci': 'whole-seconds' },
})

export const SKEW = leftOpen('times.skew', {
  section: '8',
  question: 'By how many seconds may two clocks differ?',
  answers: { '60': 'one minute', '0': 'not at all', '300': 'five minutes' },
  default: '60',
})

export const VCDM = ambiguous('credential.vcdm', {
  section: '9',
  question: 'What does conformance to version 1 of the W3C credentials model mean?',
  answers: {
    mapped: 'the report says which properties of the model can be mapped',
    ignored: 'it is not tested',
  },
  default: 'mapped',
  stake: 'The payload of section 2.9 has none of the properties that the model requires: no credential satisfies both.',
})

export const ISSUER_RELATION = ambiguous('issuer.relation', {
  section: '2.9',
  question: 'Is `iss` the same string as the `credential_issuer` of offer and metadata?',
  answers: { configured: '`iss` is the configured URL; whether the others equal it is only reported', equal: 'yes' },
  default: 'configured',
  profiles: { 'document-openid4vci': 'equal' },
})

export const decisions = [TYP, VCT, STATUS_FORM, HOLDER_KEY, ID_RELATION, TIMES, SKEW, VCDM, ISSUER_RELATION]
