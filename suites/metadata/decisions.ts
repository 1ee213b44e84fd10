import { ambiguous, leftOpen, openAndAmbiguous } from '../../model/decision.ts'

export const PROFILE = leftOpen('metadata.profile', {
  section: '2.6',
  question: 'Which further fields do the issuer metadata have?',
  answers: {
    names: 'those of OpenID4VCI where they are there; only the templates are expected',
    'openid4vci-1.0': 'those of OpenID4VCI, and its rules for them',
    none: 'none',
  },
  default: 'names',
  profiles: { 'openid4vci-1.0': 'openid4vci-1.0' },
})
export const METHOD = leftOpen('endpoints.issuerMetadata.method', {
  section: '4',
  question: 'With which method are the metadata fetched?',
  answers: { GET: 'as OpenID4VCI requires', POST: 'with POST' },
  default: 'GET',
})
export const PATH = ambiguous('metadata.path', {
  section: '4',
  question: 'How is the address of the metadata made?',
  answers: {
    literal: 'the well-known path behind the issuer address, with `tenant` as its last part',
    insertion: 'the well-known path between host and path of the identifier',
    append: 'the well-known path behind the identifier',
  },
  default: 'literal',
  profiles: { 'openid4vci-1.0': 'insertion' },
  stake: 'A wallet that builds another address finds no metadata.',
})
export const KEY_SOURCE = openAndAmbiguous('encryption.requestKeySource', {
  section: '2.6',
  question: 'Where does the wallet get the key that the request is encrypted with?',
  answers: {
    metadata: 'from `credential_request_encryption` in the metadata',
    config: 'from Issuer Config',
    offline: 'from a ceremony beforehand',
  },
  default: 'metadata',
  stake: 'A key from a ceremony cannot be seen to change.',
})
export const CEREMONY = ambiguous('encryption.ceremony', {
  section: '2.6',
  question: 'If keys are exchanged offline, do the metadata still have to publish one?',
  answers: { no: 'no', yes: 'yes' },
  default: 'no',
})
export const decisions = [PROFILE, METHOD, PATH, KEY_SOURCE, CEREMONY]
