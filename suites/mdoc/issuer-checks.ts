import { createHash } from 'node:crypto'
import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { type CoseMessage, coseLabels, nameCoseAlgorithm } from '../../protocol/cbor/cose.ts'
import { type CborMap, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { keyLabels, readCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { readTime } from '../../protocol/mdoc/device-signed.ts'
import { drivingLicence, extendedKeyUsage, licenceIssuer } from '../../protocol/mdoc/driving-licence.ts'
import {
  digestAlgorithms,
  listItems,
  type MdocItem,
  readIssuerAuth,
  readItem,
  readSecurityObject,
} from '../../protocol/mdoc/issuer-signed.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults, findValidityFaults, isAnchored } from '../../protocol/x509/chain.ts'
import { MDAUTH, MDOC, MSO } from './requirements.ts'
import { hasType, isTexted, showCbor } from './values.ts'

export const unreadable: readonly ProblemCode[] = [
  'base64url',
  'cbor',
  'cbor-duplicate',
  'mdoc',
  'too-deep',
  'too-large',
  'too-many',
]

const kind = 'mdoc-issuer-signed'

/** What a check looks at, each part read once. A part that cannot be read is the finding of its own row. */
const readAuth = (signed: CborMap): CoseMessage | undefined => {
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
function readCoseChain({ unprotected }: CoseMessage): readonly Certificate[] {
  const chain = unprotected.get(coseLabels.x5chain)
  const all = Array.isArray(chain) ? chain : [chain]
  return readChain(all.map((each) => (Buffer.isBuffer(each) ? each.toString('base64') : undefined)))
}

const checkAuth = (row: Requirement, inspect: (auth: CoseMessage, context: CheckContext) => Inspection): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const auth = context.derive(readAuth, signed)
    return auth ? yield* inspect(auth, context) : notApplicable('`issuerAuth` cannot be read')
  })

const checkObject = (
  row: Requirement,
  inspect: (object: CborMap, signed: CborMap, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const object = context.derive(readObject, signed)
    return object ? yield* inspect(object, signed, context) : notApplicable('there is no mobile security object')
  })

const checkChain = (
  row: Requirement,
  inspect: (chain: readonly Certificate[], signed: CborMap, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const chain = context.derive(readCertificates, signed)
    return chain ? yield* inspect(chain, signed, context) : notApplicable('there are no certificates')
  })

/** A check of every item that is encoded CBOR. */
const checkItems = (row: Requirement, inspect: (items: readonly ReadItem[]) => Iterable<Finding>): Check =>
  checkArtefact(row, kind, function* (signed, context) {
    const items = context.derive(readItems, signed)
    if (items.length === 0) return notApplicable('there are no items')
    yield* inspect(items)
    return undefined
  })

interface ReadItem extends MdocItem {
  readonly item?: CborMap
}

const readItems = (signed: CborMap): readonly ReadItem[] =>
  listItems(signed).map((each) => {
    const content = each.encoded?.content
    const read = content && attempt(() => readItem(content))
    return { ...each, ...(read && 'value' in read && { item: read.value }) }
  })

const itemMembers = { digestID: 'number', random: 'octets', elementIdentifier: 'text' } as const

const ofItems: readonly Check[] = [
  checkReadable(MDOC.CBOR, kind, unreadable),
  checkArtefact(MDOC.AUTH, kind, function* (signed) {
    const read = attempt(() => readIssuerAuth(signed))
    if ('problem' in read) yield finding('/issuerAuth', 'a COSE_Sign1 message', read.problem.message)
    return undefined
  }),
  checkArtefact(MDOC.SPACES, kind, function* (signed) {
    const spaces = signed.get('nameSpaces')
    if (spaces === undefined) return notApplicable('there are no name spaces')
    if (!isCborMap(spaces) || spaces.size === 0) {
      yield finding('/nameSpaces', 'a map that is not empty', showCbor(spaces))
      return undefined
    }
    for (const [name, items] of spaces)
      if (typeof name !== 'string' || !Array.isArray(items) || items.length === 0)
        yield finding(`/nameSpaces/${name}`, 'an array that is not empty, by a text', showCbor(items))
    return undefined
  }),
  checkItems(MDOC.BYTES, function* (items) {
    for (const { at, encoded } of items)
      if (!encoded) yield finding(at, 'a byte string with tag 24', 'another data item')
  }),
  checkItems(MDOC.ITEM, function* (items) {
    for (const { at, encoded, item } of items) {
      if (encoded && !item) yield finding(at, 'a map', 'another data item, or none')
      for (const [name, type] of item ? Object.entries(itemMembers) : [])
        if (!hasType(item?.get(name), type)) yield finding(`${at}/${name}`, type, showCbor(item?.get(name)))
      if (item && !item.has('elementValue')) yield finding(`${at}/elementValue`, 'a value', 'nothing')
    }
  }),
  checkItems(MDOC.RANDOM, function* (items) {
    for (const { at, item } of items) {
      const random = item?.get('random')
      if (Buffer.isBuffer(random) && random.length < 16)
        yield finding(`${at}/random`, '16 octets or more', `${random.length} octets`)
    }
  }),
  checkItems(MDOC['RANDOM-ONCE'], function* (items) {
    const seen = new Set<string>()
    for (const { at, item } of items) {
      const random = item?.get('random')
      if (!Buffer.isBuffer(random)) continue
      if (seen.has(random.toString('hex'))) yield finding(`${at}/random`, 'another `random`', 'that of another item')
      seen.add(random.toString('hex'))
    }
  }),
]

const ofObject: readonly Check[] = [
  checkAuth(MSO.BYTES, function* (auth) {
    const read = attempt(() => readSecurityObject(auth))
    if ('problem' in read) yield finding('payload', 'a map in a byte string with tag 24', read.problem.message)
    return undefined
  }),
  checkObject(MSO.VERSION, function* (object) {
    if (!isTexted(object.get('version'), /^1\.\d+$/)) yield finding('/version', '1.0', showCbor(object.get('version')))
    return undefined
  }),
  checkObject(MSO.ALGORITHM, function* (object) {
    const name = object.get('digestAlgorithm')
    if (!digestAlgorithms.has(name)) yield finding('/digestAlgorithm', 'SHA-256, SHA-384 or SHA-512', showCbor(name))
    return undefined
  }),
  checkObject(MSO.DIGESTS, function* (object) {
    const spaces = object.get('valueDigests')
    if (!isCborMap(spaces) || spaces.size === 0)
      yield finding('/valueDigests', 'a map that is not empty', showCbor(spaces))
    for (const [name, digests] of isCborMap(spaces) ? spaces : []) {
      const isRight = isCborMap(digests) && digests.size > 0 && [...digests].every(isDigest)
      if (typeof name !== 'string' || !isRight)
        yield finding(`/valueDigests/${name}`, 'octets by number', 'another data item')
    }
    return undefined
  }),
  checkObject(MSO.LENGTH, function* (object) {
    const algorithm = digestAlgorithms.get(object.get('digestAlgorithm'))
    if (!algorithm) return notApplicable('the hash function is unknown')
    for (const { at, digest } of listDigests(object))
      if (Buffer.isBuffer(digest) && digest.length !== algorithm.octets)
        yield finding(at, `${algorithm.octets} octets`, `${digest.length} octets`)
    return undefined
  }),
  checkObject(MSO.NUMBERS, function* (object) {
    for (const { at, number } of listDigests(object))
      if (typeof number !== 'string' && number >= 2 ** 31) yield finding(at, 'a smaller number', `${number}`)
    return undefined
  }),
  checkObject(MSO.MATCHES, function* (object, signed, context) {
    const algorithm = digestAlgorithms.get(object.get('digestAlgorithm'))
    if (!algorithm) return inconclusive('the hash function is unknown')
    for (const each of context.derive(readItems, signed)) yield* findDigestMistakes(each, object, algorithm.name)
    return undefined
  }),
  checkObject(MSO.KEY, function* (object) {
    const key = readDeviceKey(object)
    if (!isCborMap(key) || !hasType(key.get(keyLabels.kty), 'number'))
      yield finding('/deviceKeyInfo/deviceKey', 'a key of COSE', showCbor(key))
    else if (key.get(keyLabels.kty) === 2 && !readCoseKey(key) && knownCurves.has(key.get(keyLabels.crv)))
      yield finding('/deviceKeyInfo/deviceKey', 'both coordinates, as octets', 'other members')
    return undefined
  }),
  checkObject(MSO.PUBLIC, function* (object) {
    const key = readDeviceKey(object)
    if (isCborMap(key) && key.has(keyLabels.d)) yield finding('/deviceKeyInfo/deviceKey', 'no private member', 'one')
    return undefined
  }),
  checkObject(MSO.TYPE, function* (object) {
    if (!hasType(object.get('docType'), 'text')) yield finding('/docType', 'a text', showCbor(object.get('docType')))
    return undefined
  }),
  checkObject(MSO.VALIDITY, function* (object) {
    for (const name of times)
      if (readMoment(object, name) === undefined)
        yield finding(`/validityInfo/${name}`, 'a time with tag 0', showCbor(readValidity(object)?.get(name)))
    return undefined
  }),
  checkObject(MSO.TIMES, function* (object) {
    for (const [name, value] of readValidity(object) ?? []) {
      const text = readTime(value)
      if (text !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text))
        yield finding(`/validityInfo/${name}`, 'seconds in UTC, with `Z`', showValue(text))
    }
    return undefined
  }),
  checkObject(MSO.ORDER, function* (object) {
    const [signed, from, until] = times.map((name) => readMoment(object, name))
    if (signed === undefined || from === undefined || until === undefined) return notApplicable('a time is missing')
    if (from < signed) yield finding('/validityInfo/validFrom', 'a time from `signed` on', 'an earlier one')
    if (until <= from) yield finding('/validityInfo/validUntil', 'a time after `validFrom`', 'none')
    return undefined
  }),
  checkObject(MSO.CURRENT, function* (object, _, { now }) {
    const [, from, until] = times.map((name) => readMoment(object, name))
    if (from === undefined || until === undefined) return notApplicable('a time is missing')
    if (now === undefined) return inconclusive('the time is unknown')
    if (now * 1000 < from) yield finding('/validityInfo/validFrom', 'a time in the past', new Date(from).toISOString())
    if (now * 1000 > until)
      yield finding('/validityInfo/validUntil', 'a time in the future', new Date(until).toISOString())
    return undefined
  }),
  checkObject(MSO.STATUS, function* (object) {
    const status = object.get('status')
    if (status === undefined) return notApplicable('there is no `status`')
    const list = isCborMap(status) ? status.get('status_list') : undefined
    if (!isCborMap(status)) yield finding('/status', 'a map', showCbor(status))
    else if (status.has('status_list') && !isCborMap(list))
      yield finding('/status/status_list', 'a map', showCbor(list))
    if (!isCborMap(list)) return undefined
    if (!hasType(list.get('idx'), 'number'))
      yield finding('/status/status_list/idx', 'number', showCbor(list.get('idx')))
    if (!hasType(list.get('uri'), 'text')) yield finding('/status/status_list/uri', 'text', showCbor(list.get('uri')))
    return undefined
  }),
]

const times = ['signed', 'validFrom', 'validUntil'] as const
const knownCurves: ReadonlySet<CborValue> = new Set([1, 2, 3])

const isDigest = ([number, digest]: readonly [unknown, CborValue]): boolean =>
  typeof number !== 'string' && number !== undefined && Buffer.isBuffer(digest) && Number(number) >= 0

interface NumberedDigest {
  readonly at: string
  readonly number: string | number | bigint
  readonly digest: CborValue
}

function* listDigests(object: CborMap): Generator<NumberedDigest> {
  const spaces = object.get('valueDigests')
  for (const [name, digests] of isCborMap(spaces) ? spaces : [])
    for (const [number, digest] of isCborMap(digests) ? digests : [])
      yield { at: `/valueDigests/${name}/${number}`, number, digest }
}

/** Whether the digest of an item is the one at its number; if not, what was hashed instead. */
function* findDigestMistakes(
  { at, nameSpace, encoded, item }: ReadItem,
  object: CborMap,
  hash: string,
): Generator<Finding> {
  const number = item?.get('digestID')
  if (!encoded || typeof number !== 'number') return
  const spaces = object.get('valueDigests')
  const digests = isCborMap(spaces) ? spaces.get(nameSpace) : undefined
  const wanted = isCborMap(digests) ? digests.get(number) : undefined
  if (!Buffer.isBuffer(wanted)) {
    yield finding(at, 'a digest at its number', 'none')
    return
  }
  const compute = (name: string, content: Buffer): boolean => createHash(name).update(content).digest().equals(wanted)
  if (compute(hash, encoded.whole)) return
  const others = [...digestAlgorithms].filter(([, { name }]) => name !== hash)
  const other = others.find(([, { name }]) => compute(name, encoded.whole))
  const isBare = compute(hash, encoded.content)
  const diagnosis = isBare
    ? 'the item was hashed without its tag and its head'
    : other && `it was hashed by ${other[0]}`
  yield finding(at, 'the digest of this item', 'another one', diagnosis)
}

export const readDeviceKey = (object: CborMap): CborValue => {
  const info = object.get('deviceKeyInfo')
  return isCborMap(info) ? info.get('deviceKey') : undefined
}

const readValidity = (object: CborMap): CborMap | undefined => {
  const validity = object.get('validityInfo')
  return isCborMap(validity) ? validity : undefined
}

/** A time in milliseconds since 1970. */
function readMoment(object: CborMap, name: string): number | undefined {
  const moment = Date.parse(readTime(readValidity(object)?.get(name)) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

const algorithms: ReadonlySet<unknown> = new Set(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'Ed448'])

const ofAuth: readonly Check[] = [
  checkAuth(MDAUTH.UNTAGGED, function* ({ tags }) {
    if (tags.length > 0) yield finding('/issuerAuth', 'no tag', `the tag ${tags.join(', ')}`)
    return undefined
  }),
  checkAuth(MDAUTH.ALG, function* (auth) {
    const alg = nameCoseAlgorithm(auth.protected.get(coseLabels.alg))
    if (!algorithms.has(alg)) yield finding('/issuerAuth protected/1', 'ES256, ES384, ES512 or EdDSA', showCbor(alg))
    return undefined
  }),
  checkAuth(MDAUTH.CHAIN, function* (auth) {
    const read = attempt(() => readCoseChain(auth))
    if ('problem' in read) yield finding('/issuerAuth unprotected/33', 'certificates in DER', read.problem.message)
    return undefined
  }),
  checkChain(MDAUTH.CHAINED, function* (chain, _, { now }) {
    const faults = [
      ...findChainFaults(chain),
      ...(now === undefined ? [] : findValidityFaults(chain, new Date(now * 1000))),
    ]
    // Whether a root made the last signature is what the next requirement is about.
    const last = chain.length - 1
    for (const { index, message } of faults.filter(({ index, fault }) => index < last || fault !== 'signature'))
      yield finding(`/issuerAuth unprotected/33/${index}`, 'a certificate of the chain', message)
    return undefined
  }),
  checkChain(MDAUTH.TRUSTED, function* (chain, _, { anchors }) {
    if (!anchors) return inconclusive('the trusted roots are unknown: give --anchors')
    if (!isAnchored(chain, anchors)) yield finding('/issuerAuth unprotected/33', 'a trusted root at the end', 'none')
    return undefined
  }),
  checkChain(MDAUTH.SIGNED, function* ([leaf], signed, context) {
    const auth = context.derive(readAuth, signed)
    const key = leaf && exportKey(leaf)
    const alg = nameCoseAlgorithm(auth?.protected.get(coseLabels.alg))
    if (!auth || typeof alg !== 'string') return notApplicable('the algorithm is unknown')
    if (!key) return inconclusive('the key in the certificate cannot be used here')
    const verified = verifySignature(alg, key, auth.input.toString('latin1'), auth.signature)
    if (!verified.isValid)
      yield finding('/issuerAuth signature', 'a signature by the key in the certificate', verified.reason)
    return undefined
  }),
  checkChain(MDAUTH.DATED, function* ([leaf], signed, context) {
    const object = context.derive(readObject, signed)
    const moment = object && readMoment(object, 'signed')
    if (moment === undefined || !leaf) return notApplicable('`signed` is missing')
    if (moment < leaf.notBefore.getTime() || moment > leaf.notAfter.getTime())
      yield finding('/validityInfo/signed', 'a time at which the certificate was valid', new Date(moment).toISOString())
    return undefined
  }),
  checkChain(MDAUTH.USAGE, function* ([leaf]) {
    if (leaf?.keyUsage && !leaf.keyUsage.includes('digitalSignature'))
      yield finding('/issuerAuth unprotected/33/0', 'the key usage `digitalSignature`', leaf.keyUsage.join(', '))
    return undefined
  }),
  checkChain(MDAUTH.PURPOSE, function* ([leaf], signed, context) {
    const object = context.derive(readObject, signed)
    if (object?.get('docType') !== drivingLicence) return notApplicable('it is no driving licence')
    const usage = leaf?.extensions.find(({ id }) => id === extendedKeyUsage)
    if (!usage?.value.includes(licenceIssuer))
      yield finding('/issuerAuth unprotected/33/0', 'the purpose of the issuer of a driving licence', 'another or none')
    else if (!usage.critical)
      yield finding('/issuerAuth unprotected/33/0', 'a critical extension', 'one that is not critical')
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofItems, ...ofObject, ...ofAuth]
