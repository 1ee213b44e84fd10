import { ambiguous, leftOpen, openAndAmbiguous } from '../../../model/decision.ts'

export const PROFILE = leftOpen('metadata.profile', {
  section: '2.6',
  question: 'Which further members does the issuer metadata have?',
  answers: {
    names: 'those of OpenID4VCI, if any; only the credential configurations are expected',
    'openid4vci-1.0': 'those of OpenID4VCI, with its rules for them',
    none: 'none',
  },
  default: 'names',
  profiles: { 'document-openid4vci': 'openid4vci-1.0' },
})
export const METHOD = leftOpen('endpoints.issuerMetadata.method', {
  section: '4',
  question: 'Which HTTP method fetches the metadata?',
  answers: { GET: 'GET, as OpenID4VCI requires', POST: 'POST' },
  default: 'GET',
})
export const PATH = ambiguous('metadata.path', {
  section: '4',
  question: 'How is the URL of the metadata built?',
  answers: {
    literal: 'the issuer address followed by the well-known path, with `tenant` as its last segment',
    insertion: 'the well-known path is inserted between host and path of the identifier',
    append: 'the identifier followed by the well-known path',
  },
  default: 'literal',
  profiles: { 'document-openid4vci': 'insertion' },
  stake: 'A wallet that builds another URL finds no metadata.',
})
export const KEY_SOURCE = openAndAmbiguous('encryption.requestKeySource', {
  section: '2.6',
  question: 'Where does the wallet get the key that it encrypts the request to?',
  answers: {
    metadata: 'from `credential_request_encryption` in the metadata',
    config: 'from Issuer Config',
    offline: 'from an offline key ceremony',
  },
  default: 'metadata',
  stake: 'No message shows whether a key from a ceremony has changed.',
})
export const CEREMONY = ambiguous('encryption.ceremony', {
  section: '2.6',
  question: 'If keys are exchanged offline, must the metadata still publish one?',
  answers: { no: 'no', yes: 'yes' },
  default: 'no',
})
export const decisions = [PROFILE, METHOD, PATH, KEY_SOURCE, CEREMONY]
