import type { FoundationProof } from '../../model/foundation/proof.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import type { CoseRule } from './header-rules.ts'

/** Parameters of the headers of a message of COSE, by their labels. */
export type CoseParameters = readonly (readonly [label: number, value: WritableCbor])[]

/** Parameters that are added to the headers of a message. */
export interface CoseHeaderChange {
  readonly own?: CoseParameters
  readonly unprotected?: CoseParameters
}

const change = (name: CoseRule, description: string, change: CoseHeaderChange) => ({ name, description, change })

/** A label for private use. */
const foreign = -70_001

export const coseProof: FoundationProof<CoseRule, CoseHeaderChange> = {
  faults: [
    change('COSE-CRIT', 'needs a critical parameter of COSE that is not known', {
      own: [
        [2, [foreign]],
        [foreign, 1],
      ],
    }),
    change('COSE-CRIT', 'names no critical parameter of COSE in its list', { own: [[2, []]] }),
    change('COSE-CRIT', 'names a critical parameter of COSE that it does not have', { own: [[2, [3]]] }),
    change('COSE-CRIT', 'has a text as its critical parameters of COSE', { own: [[2, 'alg']] }),
    change('COSE-CRIT', 'lists critical parameters of COSE without protection', { unprotected: [[2, [1]]] }),
    change('COSE-HEADER', 'has octets as its content type', { own: [[3, Buffer.from('text')]] }),
    change('COSE-CHAIN', 'has its certificate in base64', { unprotected: [[33, 'MIIB']] }),
    change('COSE-CHAIN', 'has its certificate as PEM', {
      unprotected: [[33, Buffer.from('-----BEGIN CERTIFICATE-----')]],
    }),
    change('COSE-CHAIN', 'has an empty array of certificates', { unprotected: [[33, []]] }),
    change('COSE-CHAIN', 'has its only certificate in an array', {
      unprotected: [[33, [Buffer.from('3003020100', 'hex')]]],
    }),
    change('COSE-HEADER', 'has a text as its IV', { unprotected: [[5, 'an IV']] }),
  ],
  variants: [
    change('COSE-CRIT', 'marks its content type as critical', {
      own: [
        [2, [3]],
        [3, 60],
      ],
    }),
    // The protected one counts (RFC 9052, section 3).
    change('COSE-HEADER', 'has its algorithm in both headers', { unprotected: [[1, -7]] }),
    change('COSE-HEADER', 'has a content type, and parameters of others', {
      own: [
        [3, 'application/cbor'],
        [foreign, 'x'],
      ],
      unprotected: [[foreign - 1, 1]],
    }),
  ],
}
