import { type Check, checkArtefact } from '../../model/check.ts'
import { type CheckContext, type Finding, type Inspection, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { type CoseMessage, coseLabels } from '../../protocol/cbor/cose.ts'
import { type CborMap, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { readTime } from '../../protocol/mdoc/device-signed.ts'
import {
  listItems,
  type MdocItem,
  readIssuerAuth,
  readItem,
  readSecurityObject,
} from '../../protocol/mdoc/issuer-signed.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'

export const unreadable: readonly ProblemCode[] = [
  'base64url',
  'cbor',
  'cbor-duplicate',
  'mdoc',
  'too-large',
  'too-many',
]

export const kind = 'mdoc-issuer-signed'

/** What a check looks at, each part read once. A part that cannot be read is the finding of its own row. */
export const readAuth = (signed: CborMap): CoseMessage | undefined => {
  const read = attempt(() => readIssuerAuth(signed))
  return 'value' in read ? read.value : undefined
}

export const readObject = (signed: CborMap): CborMap | undefined => {
  const auth = readAuth(signed)
  const read = auth && attempt(() => readSecurityObject(auth))
  return read && 'value' in read ? read.value : undefined
}

/** The certificates of the issuer, first its own. */
const readCertificates = (signed: CborMap): readonly Certificate[] | undefined => {
  const auth = readAuth(signed)
  const read = auth && attempt(() => readCoseChain(auth))
  return read && 'value' in read ? read.value : undefined
}

/** One certificate is a byte string, several in an array (RFC 9360, section 2). */
export function readCoseChain({ unprotected }: CoseMessage): readonly Certificate[] {
  const chain = unprotected.get(coseLabels.x5chain)
  const all = Array.isArray(chain) ? chain : [chain]
  return readChain(all.map((each) => (Buffer.isBuffer(each) ? each.toString('base64') : undefined)))
}

export const checkAuth = (row: Requirement, inspect: (auth: CoseMessage, context: CheckContext) => Inspection): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const auth = context.derive(readAuth, signed)
    return auth ? yield* inspect(auth, context) : notApplicable('`issuerAuth` cannot be read')
  })

export const checkObject = (
  row: Requirement,
  inspect: (object: CborMap, signed: CborMap, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const object = context.derive(readObject, signed)
    return object ? yield* inspect(object, signed, context) : notApplicable('there is no mobile security object')
  })

export const checkChain = (
  row: Requirement,
  inspect: (chain: readonly Certificate[], signed: CborMap, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const chain = context.derive(readCertificates, signed)
    return chain ? yield* inspect(chain, signed, context) : notApplicable('there are no certificates')
  })

/** A check of every item that is encoded CBOR. */
export const checkItems = (row: Requirement, inspect: (items: readonly ReadItem[]) => Iterable<Finding>): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const items = context.derive(readItems, signed)
    if (items.length === 0) return notApplicable('there are no items')
    yield* inspect(items)
    return undefined
  })

export interface ReadItem extends MdocItem {
  readonly item?: CborMap
}

export const readItems = (signed: CborMap): readonly ReadItem[] =>
  listItems(signed).map((each) => {
    const content = each.encoded?.content
    const read = content && attempt(() => readItem(content))
    return { ...each, ...(read && 'value' in read && { item: read.value }) }
  })

export const readDeviceKey = (object: CborMap): CborValue => {
  const info = object.get('deviceKeyInfo')
  return isCborMap(info) ? info.get('deviceKey') : undefined
}

export const readValidity = (object: CborMap): CborMap | undefined => {
  const validity = object.get('validityInfo')
  return isCborMap(validity) ? validity : undefined
}

/** A time in milliseconds since 1970. */
export function readMoment(object: CborMap, name: string): number | undefined {
  const moment = Date.parse(readTime(readValidity(object)?.get(name)) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}
