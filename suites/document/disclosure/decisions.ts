import { ambiguous, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const DIGEST = openAndAmbiguous('sd.digest', {
  section: '2.9',
  question: 'What is hashed for the digest of a claim?',
  answers: {
    parts: 'the base64url encodings of salt, name and value, concatenated; a string value without its JSON quotes',
    'parts-json-value': 'the base64url encodings of salt, name and value, concatenated; every value as JSON text',
    'parts-bare-salt': 'as `parts`, with the salt as it is in the disclosure, not encoded again',
    'parts-bare-salt-json-value': 'as `parts-json-value`, with the salt as it is in the disclosure',
    disclosure: 'the encoded disclosure, as in RFC 9901, section 4.2.3',
  },
  default: 'parts',
  profiles: {
    'document-rfc9901': 'disclosure',
    'document-sd-jwt-vc': 'disclosure',
    'document-openid4vci': 'disclosure',
  },
  stake:
    'Parties with different answers cannot verify any claim of each other. In concatenated parts, boundaries can be moved: a holder can turn MaskedMobile into Mobile, and the signature remains valid.',
})

export const ORDER = ambiguous('sd.order', {
  section: '2.9',
  question: 'In which order are the three elements of a disclosure?',
  answers: {
    'name-value-salt': 'name, value, salt, as in section 2.9',
    'salt-name-value': 'salt, name, value, as in RFC 9901, section 4.2.1',
  },
  default: 'name-value-salt',
  profiles: {
    'document-rfc9901': 'salt-name-value',
    'document-sd-jwt-vc': 'salt-name-value',
    'document-openid4vci': 'salt-name-value',
  },
  stake: 'A library that expects the other order may accept the credential and take the value for the name.',
})

export const SERIALIZATION = openAndAmbiguous('sd.serialization', {
  section: '2.9',
  question: 'How are the issuer-signed JWT and the disclosures joined?',
  answers: {
    tilde: 'with `~`, without spaces; that the final `~` is missing is only reported',
    'tilde-terminated': 'with `~`, without spaces, and with a final `~`, as in RFC 9901, section 4',
    spaced: 'with a `~` between spaces, as printed in section 2.9',
  },
  default: 'tilde',
  profiles: {
    'document-rfc9901': 'tilde-terminated',
    'document-sd-jwt-vc': 'tilde-terminated',
    'document-openid4vci': 'tilde-terminated',
  },
  stake: 'Several libraries silently drop the last claim if the final `~` is missing.',
})

export const ALG_NAME = ambiguous('sd.alg', {
  section: '2.9',
  question: 'How is the hash algorithm spelled in `_sd_alg`?',
  answers: {
    'SHA-256': 'in upper case, as in section 2.9',
    'sha-256': 'in lower case, as in the IANA registry of hash names, to which RFC 9901 refers',
    either: 'in either way',
  },
  default: 'SHA-256',
  profiles: { 'document-rfc9901': 'sha-256', 'document-sd-jwt-vc': 'sha-256', 'document-openid4vci': 'sha-256' },
  stake: 'Current libraries reject the upper-case name as an unknown algorithm.',
})

export const RFC9901 = ambiguous('sd.conformance', {
  section: '9',
  question:
    'Section 9 says that the format conforms to RFC 9901. Which of the two applies where section 2.9 contradicts it?',
  answers: { document: 'section 2.9, which is more specific', rfc9901: 'RFC 9901' },
  default: 'document',
  profiles: { 'document-rfc9901': 'rfc9901', 'document-sd-jwt-vc': 'rfc9901', 'document-openid4vci': 'rfc9901' },
  stake: 'No credential can satisfy both.',
})

export const WRITING = leftOpen('sd.writing', {
  section: '2.9',
  question: 'In which ways may the JSON of a disclosure be written?',
  answers: {
    any: 'in any way, as in RFC 9901, section 4.2.1',
    compact: 'without white space outside strings, and without escapes that JSON does not require',
  },
  default: 'any',
  stake:
    'A digest over concatenated parts does not fix how a disclosure is written: the same claim under the same signature has many spellings, by which a holder or a wallet can mark copies, and which defeat a comparison of octets.',
  permits: ['any'],
})

export const decisions = [DIGEST, ORDER, SERIALIZATION, ALG_NAME, WRITING, RFC9901]
