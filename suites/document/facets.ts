import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import type { JwtRule } from '../jose/jwt-rules.ts'
import type { KeyRule } from '../jose/key-rules.ts'

/** The rows that find what is wrong with a thing in the exchange of the document, or why none has to. */
export interface DocumentFacet<Name extends string> {
  readonly kind: ArtefactKind
  readonly rows: { readonly [N in Name]: readonly string[] | { readonly off: string } }
}

const ownKey = 'The document names one way to find the key; what is beside it has no meaning.'
const ownClaims = 'The document lists the claims; rows of their own look at them, and others have no meaning.'
const noChain = 'The document names no certificates in this header.'

/** The signed tokens of the document. Their signatures, and the chain of an attestation, have rows of their own. */
export const documentTokens: readonly DocumentFacet<JwtRule>[] = [
  {
    kind: 'credential',
    rows: {
      'JWS-SIGNED': ['CRED-ALG', 'CRED-SIGNED'],
      'JWS-CRIT': ['CRED-CRIT'],
      'JWS-HEADER': { off: ownKey },
      'JWS-KEYS': { off: ownKey },
      'JWT-NAMES': { off: ownClaims },
      'JWT-TIMES': ['CRED-EXP', 'CRED-NBF', 'CRED-IAT'],
      'JWT-CURRENT': ['CRED-LASTS', 'CRED-CURRENT'],
      'JWT-IAT': ['CRED-CURRENT'],
      'X509-CHAIN': { off: noChain },
      'X509-TIMES': { off: noChain },
    },
  },
  {
    kind: 'attestation',
    rows: {
      'JWS-SIGNED': ['ATT-ALG', 'ATT-SIGNED'],
      'JWS-CRIT': ['ATT-COMPACT'],
      'JWS-HEADER': { off: ownKey },
      'JWS-KEYS': { off: 'ATT-ONE-KEY allows no other key beside `x5c`, and a thumbprint has no meaning.' },
      'JWT-NAMES': { off: ownClaims },
      'JWT-TIMES': {
        off: 'The document defines no `exp` and `nbf` here: where a decision allows them, ATT-EXP looks at them, and ATT-IAT at `iat`.',
      },
      'JWT-CURRENT': {
        off: 'The document defines no `exp` and `nbf` here: where a decision allows them, ATT-EXP looks at them.',
      },
      'JWT-IAT': ['ATT-FRESH'],
      'X509-CHAIN': {
        off: 'ATT-CHAIN and ATT-CA find what is wrong with the chain of a device, with faults of their own.',
      },
      'X509-TIMES': { off: 'ATT-VALID finds what is not valid now in the chain of a device, with faults of its own.' },
    },
  },
  {
    kind: 'status-token',
    rows: {
      'JWS-SIGNED': ['STATUS-ALG', 'STATUS-SIGNED'],
      'JWS-CRIT': ['STATUS-CRIT'],
      'JWS-HEADER': { off: ownKey },
      'JWS-KEYS': { off: ownKey },
      'JWT-NAMES': { off: ownClaims },
      'JWT-TIMES': ['STATUS-TIMES'],
      'JWT-CURRENT': ['STATUS-CURRENT'],
      'JWT-IAT': ['STATUS-CURRENT'],
      'X509-CHAIN': { off: noChain },
      'X509-TIMES': { off: noChain },
    },
  },
]

/** The kinds of a document that have keys, and the rows that find what is wrong with them: its keys are of one curve. */
export const documentKeys: readonly DocumentFacet<KeyRule>[] = [
  {
    kind: 'metadata',
    rows: {
      'KEY-VALID': ['META-STRONG'],
      'KEY-SIZE': ['META-STRONG'],
      'KEY-PUBLIC': ['META-PUBLIC'],
      'KEY-MEMBERS': { off: 'META-STRONG looks at `key_ops`, `use` and `alg` as far as they are about encryption.' },
      'KEY-CERT': { off: 'The document names no certificates beside keys.' },
    },
  },
  {
    kind: 'request',
    rows: {
      'KEY-VALID': ['CRE-POINT', 'CRE-STRONG'],
      'KEY-SIZE': ['CRE-STRONG'],
      'KEY-PUBLIC': ['CRE-PUBLIC'],
      'KEY-MEMBERS': ['CRE-USE'],
      'KEY-CERT': { off: 'The document names no certificates beside keys.' },
    },
  },
  {
    kind: 'credential',
    rows: {
      'KEY-VALID': ['CNF-POINT', 'CNF-CRV', 'CNF-KTY'],
      'KEY-SIZE': ['CNF-KTY'],
      'KEY-PUBLIC': ['CNF-PUBLIC'],
      'KEY-MEMBERS': { off: 'The document lists the members of the key, and gives others no meaning.' },
      'KEY-CERT': { off: 'The document names no certificates beside keys.' },
    },
  },
  {
    kind: 'attestation',
    rows: {
      'KEY-VALID': ['ATT-POINT', 'ATT-CRV', 'ATT-KTY'],
      'KEY-SIZE': ['ATT-KTY'],
      'KEY-PUBLIC': ['ATT-PUBLIC'],
      'KEY-MEMBERS': { off: 'The document lists the members of the key, and gives others no meaning.' },
      'KEY-CERT': { off: 'The document names no certificates beside keys.' },
    },
  },
  {
    kind: 'jwks',
    rows: {
      'KEY-VALID': {
        off: 'JWKS-ES256 looks at the keys that are for ES256; others of the set are for no message of the exchange.',
      },
      'KEY-SIZE': {
        off: 'A credential is signed by a key on P-256, and an RSA key of the set is for no message of the exchange.',
      },
      'KEY-PUBLIC': ['JWKS-PUBLIC'],
      'KEY-MEMBERS': { off: 'JWKS-ES256 and JWKS-USE look at `use` and `key_ops` of the keys that are for ES256.' },
      'KEY-CERT': ['JWKS-CERT'],
    },
  },
]
