import { ambiguous, openAndAmbiguous } from '../../model/decision.ts'

export const DIGEST = openAndAmbiguous('sd.digest', {
  section: '2.9',
  question: 'What is the digest of a claim over?',
  answers: {
    parts: 'the encoded salt, name and value, joined; a string value stands without its JSON quotes',
    'parts-json-value': 'the encoded salt, name and value, joined; every value stands as JSON text',
    'parts-bare-salt': 'as `parts`, with the salt as it stands in the disclosure, not encoded once more',
    'parts-bare-salt-json-value': 'as `parts-json-value`, with the salt as it stands',
    disclosure: 'the disclosure as it travels, as RFC 9901 section 4.2.3 has it',
  },
  default: 'parts',
  profiles: { rfc9901: 'disclosure', 'sd-jwt-vc': 'disclosure', 'openid4vci-1.0': 'disclosure' },
  stake:
    'Two parties who differ cannot verify one claim of each other. Joined parts can also be cut anew: a holder can turn MaskedMobile into Mobile without touching the signature.',
})

export const ORDER = ambiguous('sd.order', {
  section: '2.9',
  question: 'In which order does a disclosure hold its three elements?',
  answers: {
    'name-value-salt': 'name, value, salt, as section 2.9 lists them',
    'salt-name-value': 'salt, name, value, as RFC 9901 section 4.2.1 has it',
  },
  default: 'name-value-salt',
  profiles: { rfc9901: 'salt-name-value', 'sd-jwt-vc': 'salt-name-value', 'openid4vci-1.0': 'salt-name-value' },
  stake: 'A library that expects the other order may accept the credential and read the value as the name.',
})

export const SERIALIZATION = openAndAmbiguous('sd.serialization', {
  section: '2.9',
  question: 'How are the signed part and the disclosures joined?',
  answers: {
    tilde: 'with `~` and no blanks; a `~` at the very end is expected, and its lack is only remarked',
    'tilde-terminated': 'with `~` and no blanks, and a `~` at the very end, as RFC 9901 section 4 requires',
    spaced: 'with ` ~ `, as section 2.9 prints it',
  },
  default: 'tilde',
  profiles: { rfc9901: 'tilde-terminated', 'sd-jwt-vc': 'tilde-terminated', 'openid4vci-1.0': 'tilde-terminated' },
  stake: 'Several libraries drop the last claim without a word where the last `~` is missing.',
})

export const ALG_NAME = ambiguous('sd.alg', {
  section: '2.9',
  question: 'How is the hash algorithm spelled in `_sd_alg`?',
  answers: {
    'SHA-256': 'in capitals, as section 2.9 has it',
    'sha-256': 'in small letters, as the registry of hash names that RFC 9901 refers to',
    either: 'both spellings are taken',
  },
  default: 'SHA-256',
  profiles: { rfc9901: 'sha-256', 'sd-jwt-vc': 'sha-256', 'openid4vci-1.0': 'sha-256' },
  stake: 'Current libraries refuse the capitals as an unknown algorithm.',
})

export const RFC9901 = ambiguous('sd.conformance', {
  section: '9',
  question:
    'Which wins where section 2.9 and RFC 9901, to which section 9 says the format conforms, contradict each other?',
  answers: { document: 'section 2.9: the special before the general', rfc9901: 'RFC 9901' },
  default: 'document',
  profiles: { rfc9901: 'rfc9901', 'sd-jwt-vc': 'rfc9901', 'openid4vci-1.0': 'rfc9901' },
  stake: 'No credential can satisfy both.',
})

export const decisions = [DIGEST, ORDER, SERIALIZATION, ALG_NAME, RFC9901]
