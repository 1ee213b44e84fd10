import type { Mistake } from './mistake.ts'

/** What is wrong with a message shows without probes. */
export const inMessages: readonly Mistake[] = [
  ['nonce', 'KBJWT-TRANSACTION'],
  ['aud', 'KBJWT-AUDIENCE'],
  ['sd-hash', 'KBJWT-HASH'],
  ['kb-typ', 'KBJWT-TYP'],
  ['all-claims', 'VPRESP-MORE'],
  ['software', 'VPWALLET-NO-SOFTWARE'],
  ['yesterday', 'KBJWT-FRESH'],
  ['tomorrow', 'KBJWT-FRESH'],
  ['state', 'VPRESP-STATE'],
  ['no-array', 'VPRESP-OBJECT', 'VPRESP-SATISFIED'],
  ['posts', 'VPWALLET-FETCH'],
  ['get', 'VPSEND-POST'],
  ['json', 'VPSEND-POST'],
]

export const byProbes: readonly Mistake[] = [
  ['typ', 'VPWALLET-REFUSES-TYPE'],
  ['typ-end', 'VPWALLET-REFUSES-TYPE'],
  ['audience-start', 'VPWALLET-REFUSES-AUDIENCE'],
  ['mismatch-start', 'VPWALLET-REFUSES-MISMATCH'],
  ['hash-start', 'VPWALLET-REFUSES-CLIENT'],
  ['certified-early', 'VPWALLET-REFUSES-CHAIN'],
  ['path-first', 'VPWALLET-UNMATCHED'],
  ['path-last', 'VPWALLET-UNMATCHED'],
  ['type-start', 'VPWALLET-UNMATCHED'],
  [
    'signature',
    'VPWALLET-REFUSES-DID',
    'VPWALLET-REFUSES-METADATA-KEY',
    'VPWALLET-REFUSES-PROOF',
    'VPWALLET-REFUSES-SIGNATURE',
  ],
  ['chain', 'VPWALLET-REFUSES-CHAIN'],
  ['unsigned', 'VPWALLET-REFUSES-UNSIGNED'],
  ['wallet-nonce', 'VPWALLET-REFUSES-NONCE'],
  ['address', 'VPWALLET-REFUSES-ADDRESS'],
  ['claims', 'VPWALLET-UNMATCHED'],
  ['enc', 'VPJWE-ENC'],
  ['one-key', 'VPJWE-EPHEMERAL'],
  ['did-kid', 'VPWALLET-REFUSES-DID'],
  ['attester', 'VPWALLET-REFUSES-ATTESTER'],
  ['attested-times', 'VPWALLET-REFUSES-ATTESTED-TIMES'],
  ['attested-name', 'VPWALLET-REFUSES-ATTESTED-NAME'],
  ['attested-place', 'VPWALLET-REFUSES-PLACE'],
  ['attested-start', 'VPWALLET-REFUSES-PLACE'],
  ['any-host', 'VPWALLET-REFUSES-HOST'],
  ['crit', 'VPWALLET-REFUSES-CRIT'],
  ['expired', 'VPWALLET-REFUSES-TIMES'],
  ['early', 'VPWALLET-REFUSES-TIMES'],
  ['metadata-key', 'VPWALLET-REFUSES-METADATA-KEY'],
  ['header-key', 'VPWALLET-REFUSES-SIGNATURE'],
  ['algorithms', 'VPWALLET-NO-SIGNING-ALGS'],
  ['no-algorithms', 'VPWALLET-SIGNING-ALGS'],
  ['names-user', 'VPWALLET-NO-CLAIMS'],
  ['once', 'VPWALLET-DUPLICATES', 'VPWALLET-ERROR-CODE'],
  ['smallest', 'VPWALLET-PREFERRED'],
  ['any-value', 'VPWALLET-VALUES'],
  ['any-authority', 'VPWALLET-AUTHORITIES'],
  ['stays', 'VPWALLET-RETURN'],
  ['loose-loan', 'VPWALLET-REFUSES-UNBOUND'],
  ['hash-name', 'VPWALLET-TRANSACTION-HASH'],
  ['unsigned-loan', 'VPSIGN-ALL'],
  ['decoded-loan', 'VPSIGN-ALL', 'VPSIGN-HASH'],
  ['nameless-hash', 'VPSIGN-ALG'],
]

/** What shows under HAIP 1.0. */
export const byHaip: readonly Mistake[] = [
  ['hash', 'HAIPPRESENT-HASH'],
  ['plain', 'HAIPVP-SEALED', 'VPSEND-ENCRYPTED'],
  ['stays', 'HAIPPRESENT-RETURN'],
]

/** What only probes show under HAIP 1.0. */
export const byHaipProbes: readonly Mistake[] = [
  ['careless', 'HAIPPRESENT-AKI-OTHER', 'HAIPVP-BOUND', 'HAIPVP-GCM', 'VPWALLET-AUTHORITIES'],
]
