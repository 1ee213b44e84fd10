import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { finding, notApplicable } from '../../model/finding.ts'
import { isCborMap } from '../../protocol/cbor/decode.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readIssuerAuth } from '../../protocol/mdoc/issuer-signed.ts'
import { showCbor } from '../cose/show-cbor.ts'
import { explainSalts } from '../kit/guessable-values.ts'
import { findWrongType, licenceSpace } from './element-types.ts'
import { checkItems, kind, unreadable } from './parts.ts'
import { MDOC } from './requirements.ts'
import { hasType } from './values.ts'

const itemMembers = { digestID: 'number', random: 'octets', elementIdentifier: 'text' } as const

export const checks: readonly Check[] = [
  checkReadable(MDOC.CBOR, kind, unreadable),
  checkArtefact(MDOC.AUTH, kind, function* (signed) {
    const read = attempt(() => readIssuerAuth(signed))
    if ('problem' in read) yield finding('/issuerAuth', 'a COSE_Sign1 message', read.problem.message)
    return undefined
  }),
  checkArtefact(MDOC.SPACES, kind, function* (signed) {
    const spaces = signed.get('nameSpaces')
    if (spaces === undefined) {
      const other = [...signed.keys()].find((name) => /^name_?spaces$/i.test(`${name}`))
      if (other === undefined) return notApplicable('there are no name spaces')
      yield finding(`/${other}`, '`nameSpaces`', 'another spelling')
      return undefined
    }
    if (!isCborMap(spaces) || spaces.size === 0) {
      yield finding('/nameSpaces', 'a non-empty map', showCbor(spaces))
      return undefined
    }
    for (const [name, items] of spaces)
      if (typeof name !== 'string' || !Array.isArray(items) || items.length === 0)
        yield finding(`/nameSpaces/${name}`, 'a non-empty array under a text key', showCbor(items))
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
  checkItems(MDOC.VALUES, function* (items) {
    for (const { at, nameSpace, item } of items) if (item && nameSpace === licenceSpace) yield* findWrongType(item, at)
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
  checkItems(MDOC['RANDOM-GUESSED'], function* (items) {
    const all = items.flatMap(({ item }) => item?.get('random') ?? []).filter(Buffer.isBuffer)
    const weakness = explainSalts(all.map((random) => random.toString('base64url')))
    if (weakness !== undefined) yield finding('/nameSpaces', 'random octets', `${weakness}, of ${all.length} items`)
  }),
]
