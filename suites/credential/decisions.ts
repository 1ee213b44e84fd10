import { ambiguity, dispute, silence } from '../../src/model/decision.ts'

export const TYP = ambiguity('credential.typ', {
  section: '2.9',
  question: 'Which `typ` does the header of a credential carry?',
  variants: {
    'vc+sd-jwt': 'the value in section 2.9, that of SD-JWT VC until late 2024',
    'dc+sd-jwt': 'the value of current SD-JWT VC drafts',
    either: 'both',
    any: 'any that ends in `+sd-jwt`',
  },
  default: 'vc+sd-jwt',
  presets: { rfc9901: 'any', 'sd-jwt-vc': 'dc+sd-jwt', 'openid4vci-1.0': 'dc+sd-jwt' },
  stake: 'Verifiers that know only one of the two refuse every credential of the other.',
})

export const VCT = ambiguity('credential.vct', {
  section: '2.9',
  question: 'Does a credential name its type in `vct`?',
  variants: { absent: 'section 2.9 knows no such field', required: 'SD-JWT VC requires it' },
  default: 'absent',
  presets: { 'sd-jwt-vc': 'required', 'openid4vci-1.0': 'required' },
  stake: 'Without `vct` an OpenID4VP query cannot ask for the credential.',
})

export const STATUS_FORM = ambiguity('status.form', {
  section: '2.9',
  question: 'What is the `status` of a credential?',
  variants: {
    url: 'a string, the address of the status endpoint, as section 2.9 has it',
    object: 'an object that refers to a token status list',
  },
  default: 'url',
  presets: { 'sd-jwt-vc': 'object', 'openid4vci-1.0': 'object' },
  stake: 'A verifier that looks for the object skips the status of a credential that has the string, without a word.',
})

export const HOLDER_KEY = ambiguity('cnf.source', {
  section: '2.9',
  question: 'Whose key is in `cnf`?',
  variants: {
    either: "the identity app's or one that the wallet attested; which one is reported",
    'identity-app': "the identity app's",
    attested: 'one that the wallet attested',
  },
  default: 'either',
  presets: { 'openid4vci-1.0': 'attested' },
  stake: "With the identity app's key the wallet that keeps the credential cannot prove that it may use it.",
})

export const ID_RELATION = dispute('id.relation', {
  section: '2.9',
  question: 'Which of the identifiers are one: `id`, `credential_identifier`, the last part of the status address?',
  variants: {
    'status-only': '`id` is the last part of the status address; `credential_identifier` is another thing',
    all: 'all three are equal',
    none: 'nothing is said about any two of them',
  },
  default: 'status-only',
  stake: 'One dataset may yield several credentials; with `all` they would share an `id`.',
})

export const TIMES = ambiguity('times.form', {
  section: '2.9',
  question: 'What is a UNIX timestamp?',
  variants: { seconds: 'seconds since 1970, fractions allowed', 'whole-seconds': 'whole seconds since 1970' },
  default: 'seconds',
  presets: { 'openid4vci-1.0': 'whole-seconds' },
})

export const SKEW = silence('times.skew', {
  section: '8',
  question: 'How many seconds may two clocks differ?',
  variants: { '60': 'a minute', '0': 'none', '300': 'five minutes' },
  default: '60',
})

export const VCDM = ambiguity('credential.vcdm', {
  section: '9',
  question: 'What does it mean to conform to version 1 of the W3C credentials model?',
  variants: {
    mapped: 'the report says which properties of the model could be mapped',
    ignored: 'nothing is looked at',
  },
  default: 'mapped',
  stake: 'The payload of section 2.9 has none of the properties that the model requires; both cannot be had.',
})

export const ISSUER_RELATION = ambiguity('issuer.relation', {
  section: '2.9',
  question: 'Is `iss` the same text as the `credential_issuer` of offer and metadata?',
  variants: { configured: 'it is the configured address; equality is only reported', equal: 'it is the same text' },
  default: 'configured',
  presets: { 'openid4vci-1.0': 'equal' },
})

export const ALGORITHMS = ambiguity('signature.algorithms', {
  section: '2.9',
  question: 'Is ES256 the only signature algorithm for good?',
  variants: { es256: 'nothing else is accepted anywhere' },
  default: 'es256',
  stake: 'There is no way to another algorithm but a new version, whose numbering is not shown either.',
})

export const decisions = [
  TYP,
  VCT,
  STATUS_FORM,
  HOLDER_KEY,
  ID_RELATION,
  TIMES,
  SKEW,
  VCDM,
  ISSUER_RELATION,
  ALGORITHMS,
]
