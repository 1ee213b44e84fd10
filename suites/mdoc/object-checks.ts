import { createHash } from 'node:crypto'
import type { Check } from '../../model/check.ts'
import { type Finding, finding, inconclusive, notApplicable, showValue } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import { type CborMap, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { findCurveType, keyLabels, keyTypes, readCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { readTime } from '../../protocol/mdoc/device-signed.ts'
import { digestAlgorithms, readSecurityObject } from '../../protocol/mdoc/issuer-signed.ts'
import { showCbor } from '../cose/show-cbor.ts'
import { locateKey } from '../jose/key-rules.ts'
import { isUri } from '../kit/values.ts'
import {
  checkAuth,
  checkObject,
  type ReadItem,
  readDeviceKey,
  readItems,
  readMoment,
  readObject,
  readValidity,
} from './parts.ts'
import { keysOfMdoc, MSO } from './requirements.ts'
import { hasType, isMapOf, isNames, isTexted, isTextMap } from './values.ts'

const times = ['signed', 'validFrom', 'validUntil'] as const

export const checks: readonly Check[] = [
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
    if (!isCborMap(spaces) || spaces.size === 0) yield finding('/valueDigests', 'a non-empty map', showCbor(spaces))
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
    const [kty, crv] = isCborMap(key) ? [key.get(keyLabels.kty), key.get(keyLabels.crv)] : []
    const at = '/deviceKeyInfo/deviceKey'
    if (!isCborMap(key) || !hasType(kty, 'number')) yield finding(at, 'a key of COSE', showCbor(key))
    else if (isCurved(kty) && (crv === undefined || (findCurveType(crv) ?? kty) !== kty))
      yield finding(`${at}/${keyLabels.crv}`, 'a curve of this type of key', showCbor(crv))
    else if (findCurveType(crv) !== undefined && isCurved(kty) && !readCoseKey(key))
      yield finding(at, 'its coordinates, as octets', 'other members')
    return undefined
  }),
  checkObject(MSO.PUBLIC, function* (object) {
    const key = readDeviceKey(object)
    if (!isCborMap(key)) return undefined
    if (key.get(keyLabels.kty) === keyTypes.symmetric)
      yield finding('/deviceKeyInfo/deviceKey', 'a public key', 'a symmetric key')
    else if (key.has(keyLabels.d)) yield finding('/deviceKeyInfo/deviceKey', 'no private member', 'one')
    return undefined
  }),
  checkObject(MSO.AUTHORIZED, function* (object) {
    const info = object.get('deviceKeyInfo')
    if (!isCborMap(info)) return notApplicable('there is no `deviceKeyInfo`')
    const [own, notes] = [info.get('keyAuthorizations'), info.get('keyInfo')]
    if (notes !== undefined && !(isCborMap(notes) && [...notes.keys()].every((key) => typeof key !== 'string')))
      yield finding('/deviceKeyInfo/keyInfo', 'a map with numbers as keys', showCbor(notes))
    if (own !== undefined) yield* findWrongAuthorizations(own)
    return undefined
  }),
  ...checkFacet(keysOfMdoc, (signed) => {
    const object = readObject(signed)
    const key = object && readCoseKey(readDeviceKey(object))
    return locateKey('/deviceKeyInfo/deviceKey', key)
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
  checkObject(MSO.VALIDITY, function* (object) {
    const update = readValidity(object)?.get('expectedUpdate')
    if (update !== undefined && readMoment(object, 'expectedUpdate') === undefined)
      yield finding('/validityInfo/expectedUpdate', 'a time with tag 0', showCbor(update))
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
    else if (!isTextMap(status)) yield finding('/status', 'a status mechanism, by a text', 'no or other keys')
    else if (status.has('status_list') && !isCborMap(list))
      yield finding('/status/status_list', 'a map', showCbor(list))
    if (!isCborMap(list)) return undefined
    if (!hasType(list.get('idx'), 'number'))
      yield finding('/status/status_list/idx', 'number', showCbor(list.get('idx')))
    if (!isUri(list.get('uri'))) yield finding('/status/status_list/uri', 'a URI', showCbor(list.get('uri')))
    return undefined
  }),
]

const isCurved = (kty: CborValue): boolean => kty === keyTypes.EC || kty === keyTypes.OKP

function* findWrongAuthorizations(own: CborValue): Generator<Finding> {
  const at = '/deviceKeyInfo/keyAuthorizations'
  if (!isCborMap(own)) return yield finding(at, 'a map', showCbor(own))
  const { spaces, elements } = { spaces: own.get('nameSpaces'), elements: own.get('dataElements') }
  if (spaces !== undefined && !isNames(spaces)) yield finding(`${at}/nameSpaces`, 'names', showCbor(spaces))
  if (elements === undefined) return
  if (!isMapOf(elements, isNames) || !isCborMap(elements))
    return yield finding(`${at}/dataElements`, 'names of elements, by name space', showCbor(elements))
  for (const name of elements.keys())
    if (Array.isArray(spaces) && spaces.includes(name))
      yield finding(`${at}/dataElements/${name}`, 'nothing, since the whole name space is authorized', 'elements of it')
}

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
