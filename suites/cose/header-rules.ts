import { type CheckContext, type Finding, finding } from '../../model/finding.ts'
import type { Foundation } from '../../model/foundation/facet.ts'
import { interoperability } from '../../model/requirement.ts'
import { type CoseMessage, coseLabels, understoodLabels } from '../../protocol/cbor/cose.ts'
import type { CborValue } from '../../protocol/cbor/decode.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults } from '../../protocol/x509/chain.ts'
import { isByOther } from '../jose/jwt-rules.ts'
import { rejectedElsewhere } from '../kit/consequences.ts'
import { showCbor } from './show-cbor.ts'

export type CoseRule = 'COSE-CRIT' | 'COSE-HEADER' | 'COSE-CHAIN'

export interface CoseHeaders extends Pick<CoseMessage, 'protected' | 'unprotected'> {
  /** What was signed, with the algorithm as JOSE names it; absent where another requirement is about the signature. */
  readonly signed?: Parameters<typeof isByOther>[0]
}

const isText = (value: CborValue): boolean => typeof value === 'string'
const isCount = (value: CborValue): boolean => typeof value === 'number' && value >= 0

/** Header parameters whose types nothing else looks at. */
const types = [
  { label: 3, expected: 'a text or a number', isOfType: (value: CborValue) => isText(value) || isCount(value) },
  { label: coseLabels.kid, expected: 'octets', isOfType: Buffer.isBuffer },
  { label: 5, expected: 'octets', isOfType: Buffer.isBuffer },
] as const

/** The two headers of a message of COSE. */
export const coseFoundation: Foundation<CoseHeaders, CoseRule> = {
  title: 'COSE messages',
  noun: 'COSE message',
  rules: {
    'COSE-CRIT': {
      force: 'stated',
      text: (subject) =>
        `${subject} names as critical only parameters of its protected header that every receiver understands.`,
      standard: 'RFC 9052, section 3.1',
      consequence: rejectedElsewhere,
      *inspect(headers) {
        yield* findCritical(headers)
        return undefined
      },
    },
    'COSE-HEADER': {
      force: 'stated',
      text: (subject) => `${subject} has a content type, a key identifier and an IV of their types, if present.`,
      standard: 'RFC 9052, section 3.1',
      consequence: interoperability('Receivers fail to read the header.'),
      *inspect({ protected: own, unprotected }) {
        for (const { label, expected, isOfType } of types)
          for (const [place, value] of [
            ['protected', own.get(label)],
            ['unprotected', unprotected.get(label)],
          ] as const)
            if (value !== undefined && !isOfType(value)) yield finding(`${place}/${label}`, expected, showCbor(value))
        return undefined
      },
    },
    'COSE-CHAIN': {
      force: 'stated',
      text: (subject) =>
        `${subject} has in \`x5chain\`, if present, the certificate of the key that signed it in DER, or an array of it and those that certify one another.`,
      standard: 'RFC 9360, section 2',
      consequence: interoperability('Receivers find no key, or fail to read the header.'),
      *inspect({ protected: own, unprotected, signed }, context) {
        for (const [place, headers] of Object.entries({ protected: own, unprotected })) {
          const at = `${place}/${coseLabels.x5chain}`
          const chain = headers.get(coseLabels.x5chain)
          if (chain === undefined) continue
          if (!isChain(chain)) yield finding(at, 'a certificate in DER, or several in an array', showCbor(chain))
          else yield* findChainProblems(chain, at, signed, context)
        }
        return undefined
      },
    },
  },
}

/** One certificate is never in an array. */
const isChain = (value: CborValue): value is Buffer | readonly Buffer[] =>
  Array.isArray(value) ? value.length > 1 && value.every(isDer) : isDer(value)

/** Finds certificates in another order, and the certificate of another key than the one that made the signature. */
function* findChainProblems(
  octets: Buffer | readonly Buffer[],
  at: string,
  signed: CoseHeaders['signed'],
  context: CheckContext,
): Generator<Finding> {
  const read = attempt(() => readChain([octets].flat().map((each) => each.toString('base64'))))
  const [leaf, ...others] = 'value' in read ? read.value : []
  if (!leaf) return
  const [fault] = findChainFaults([leaf, ...others])
  if (fault)
    yield finding(`${at}/${fault.index}`, 'a chain that begins with the certificate of the signer', fault.message)
  const key = exportKey(leaf)
  if (signed && key && isByOther(signed, key, context))
    yield finding(at, 'the certificate of the key that made the signature', 'that of another key')
}

/** Whether a value begins as DER does, with a sequence. */
const isDer = (value: CborValue): value is Buffer => Buffer.isBuffer(value) && value[0] === 0x30

function* findCritical({ protected: own, unprotected }: CoseHeaders): Generator<Finding> {
  const critical = own.get(coseLabels.crit)
  if (unprotected.has(coseLabels.crit)) yield finding('unprotected/2', 'nothing', showCbor(unprotected.get(2)))
  if (critical === undefined) return
  if (!Array.isArray(critical) || critical.length === 0)
    return yield finding('protected/2', 'at least one label', showCbor(critical))
  for (const [i, label] of critical.entries()) {
    if (!understoodLabels.has(label)) yield finding(`protected/2/${i}`, 'a parameter of RFC 9052', 'another one')
    else if (!own.has(label)) yield finding(`protected/2/${i}`, 'a parameter of the protected header', 'an absent one')
  }
}
