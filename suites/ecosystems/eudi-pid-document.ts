import { type Check, checkArtefact } from '../../model/check.ts'
import { type Finding, finding, inconclusive, notApplicable, showValue } from '../../model/finding.ts'
import { interoperability, type Requirement, section, stated } from '../../model/requirement.ts'
import { type CborMap, CborTag, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import type { MdocElement } from '../../protocol/mdoc/issuer-signed.ts'
import { checkItems as checkMdocItems, kind, type ReadItem, readItems, readObject } from '../mdoc/parts.ts'
import { type IssuerChange, makeFault, makeVariant, type OwnFault, type OwnVariant } from '../own/own-suite.ts'

// The person identification data of the European Union as an mdoc.

/** The type of the document, and the name space of its attributes. */
export const documentType = 'eu.europa.ec.eudi.pid.1'

const unread = interoperability('Relying parties in other countries cannot read the PID.')
const unknown = interoperability('No relying party finds the attributes of the PID.')
const rulebook = (number: string): string => `PID Rulebook 1.7, section ${number}`
const topic = (id: string): string => `ARF, annex 2, ${id}`

// biome-ignore format: a table, one row a line.
export const PIDMDOC = section('PIDMDOC', '3', {
  TYPE: stated('issuer', `The type of the document is \`${documentType}\`.`, kind, { standard: topic('PID_04'), consequence: unknown }),
  NAMESPACE: stated('issuer', `The attributes of the rulebook are in the name space \`${documentType}\`.`, kind, { standard: topic('PID_05'), consequence: unknown }),
  DOMESTIC: stated('issuer', 'Every other attribute is in a domestic name space: `eu.europa.ec.eudi.pid.` and the code of a country or region.', kind, { standard: topic('PID_06'), consequence: interoperability('An attribute of one country is taken for one of all.') }),
  COMPLETE: stated('issuer', 'A PID has the names, the date and place of birth, and the nationality of its user, and the authority and country that issued it.', kind, { standard: `${topic('PID_08')}; ${rulebook('2.2')} and 2.4`, consequence: interoperability('Relying parties do not get what every PID has.') }),
  ENCODING: stated('issuer', 'Each attribute has the CBOR type that the rulebook gives it.', kind, { standard: `${topic('PID_09')}; ${rulebook('3.1.2')}`, consequence: unread }),
  SHORT: stated('issuer', 'A text has at most 150 characters.', kind, { standard: rulebook('3.1.2'), consequence: unread }),
  UTC: stated('issuer', 'A time is in UTC, without fractions of a second.', kind, { standard: rulebook('3.1.2'), consequence: unread }),
  COUNTRIES: stated('issuer', 'Countries are alpha-2 codes of ISO 3166-1, and there is at least one nationality.', kind, { standard: `${rulebook('2.2')} to 2.4 and 3.1.3`, consequence: unread }),
  BIRTHPLACE: stated('issuer', '`place_of_birth` has at least one of `country`, `region` and `locality`.', kind, { standard: rulebook('3.1.4'), consequence: unread }),
  ONCE: stated('issuer', 'No attribute is in it twice.', kind, { standard: topic('PID_11'), consequence: interoperability('Relying parties read different values.') }),
})

export const documentRequirements: readonly Requirement[] = Object.values(PIDMDOC)

const mandatory = [
  'family_name',
  'given_name',
  'birth_date',
  'place_of_birth',
  'nationality',
  'issuing_authority',
  'issuing_country',
]

type IsOne = (value: CborValue) => boolean

const isText: IsOne = (value) => typeof value === 'string'
const isTagged =
  (tag: number): IsOne =>
  (value) =>
    value instanceof CborTag && value.tag === tag && typeof value.value === 'string'
const isDate: IsOne = (value) => isTagged(1004)(value) || isTagged(0)(value)

/** The attributes that are not texts. */
const types: Readonly<Record<string, readonly [name: string, isOne: IsOne]>> = {
  birth_date: ['a full-date (tag 1004)', isTagged(1004)],
  place_of_birth: ['a map of texts', (value) => isCborMap(value) && [...value.values()].every(isText)],
  nationality: ['an array of texts', (value) => Array.isArray(value) && value.every(isText)],
  portrait: ['a byte string', Buffer.isBuffer],
  sex: ['an unsigned integer', (value) => typeof value === 'number' && value >= 0],
  expiry_date: ['a date or a time (tag 1004 or 0)', isDate],
  issuance_date: ['a date or a time (tag 1004 or 0)', isDate],
}

const attributes: ReadonlySet<string> = new Set([
  ...Object.keys(types),
  ...['family_name', 'given_name', 'resident_address', 'resident_country', 'resident_state', 'resident_city'],
  ...['resident_postal_code', 'resident_street', 'personal_administrative_number', 'family_name_birth'],
  ...['given_name_birth', 'email_address', 'mobile_phone_number', 'issuing_authority', 'issuing_country'],
  ...['document_number', 'issuing_jurisdiction', 'trust_anchor', 'attestation_legal_category'],
])

interface Element {
  readonly at: string
  readonly name: string
  readonly nameSpace: string
  readonly value: CborValue
}

const toElement = ({ at, nameSpace, item }: ReadItem): readonly Element[] =>
  item ? [{ at, nameSpace, name: String(item.get('elementIdentifier')), value: item.get('elementValue') }] : []

const checkElements = (row: Requirement, inspect: (elements: readonly Element[]) => Iterable<Finding>): Check =>
  checkMdocItems(row, (items) => inspect(items.flatMap(toElement)))

/** A check of each attribute that the rulebook has. */
const checkEach = (row: Requirement, inspect: (element: Element) => Iterable<Finding>): Check =>
  checkElements(row, function* (elements) {
    for (const each of elements) if (attributes.has(each.name)) yield* inspect(each)
  })

const isCountry = (value: CborValue): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)

/** What has to be the code of a country. */
function* listCountries({ name, value }: Element): Iterable<CborValue> {
  if (name === 'nationality' && Array.isArray(value)) yield* value
  if (name === 'issuing_country' || name === 'resident_country') yield value
  if (name === 'place_of_birth' && isCborMap(value) && value.has('country')) yield value.get('country')
}

/** The number of digests that the issuer signed. */
const countDigests = (object: CborMap | undefined): number | undefined => {
  const digests = object?.get('valueDigests')
  if (!isCborMap(digests)) return undefined
  return [...digests.values()].reduce<number>((sum, each) => sum + (isCborMap(each) ? each.size : 0), 0)
}

/** Attributes of earlier versions of the rulebook, which its requirements still name. */
const isOfAge = /^age_(?:over_\d\d|in_years|birth_year)$/

const domestic = /^eu\.europa\.ec\.eudi\.pid\.[a-z]{2}(?:-[a-z0-9]{1,3})?(?:\.\d+)?$/i

export const documentChecks: readonly Check[] = [
  checkArtefact(PIDMDOC.TYPE, kind, function* (signed, context) {
    const object = context.derive(readObject, signed)
    if (!object) return notApplicable('there is no mobile security object')
    const type = object.get('docType')
    if (type !== documentType) yield finding('/docType', documentType, showValue(String(type)))
    return undefined
  }),
  checkEach(PIDMDOC.NAMESPACE, function* ({ at, nameSpace }) {
    if (nameSpace !== documentType) yield finding(at, documentType, showValue(nameSpace))
  }),
  checkElements(PIDMDOC.DOMESTIC, function* (elements) {
    for (const { at, name, nameSpace } of elements)
      if (!attributes.has(name) && !isOfAge.test(name) && !domestic.test(nameSpace))
        yield finding(at, 'a domestic name space', showValue(nameSpace))
  }),
  checkArtefact(PIDMDOC.COMPLETE, kind, function* (signed, context) {
    const items = context.derive(readItems, signed)
    const names = new Set(items.flatMap(toElement).map(({ name }) => name))
    const missing = mandatory.filter((name) => !names.has(name))
    const digests = countDigests(context.derive(readObject, signed))
    if (missing.length === 0) return undefined
    if (digests === undefined || digests > items.length) return inconclusive(`${missing.join(', ')} may be hidden`)
    for (const name of missing) yield finding(`/nameSpaces/${documentType}`, `the element ${name}`, 'none')
    return undefined
  }),
  checkEach(PIDMDOC.ENCODING, function* ({ at, name, value }) {
    const [expected, isOne] = types[name] ?? ['a text string', isText]
    if (!isOne(value)) yield finding(at, `${expected} for ${name}`, 'another type')
  }),
  checkEach(PIDMDOC.SHORT, function* ({ at, value }) {
    if (typeof value === 'string' && [...value].length > 150)
      yield finding(at, 'at most 150 characters', `${[...value].length}`)
  }),
  checkEach(PIDMDOC.UTC, function* ({ at, value }) {
    if (!(value instanceof CborTag) || value.tag !== 0) return
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(String(value.value)))
      yield finding(at, 'a time in UTC, without fractions', 'another time')
  }),
  checkEach(PIDMDOC.COUNTRIES, function* (element) {
    for (const country of listCountries(element))
      if (!isCountry(country)) yield finding(element.at, 'two capital letters', 'another value')
    if (element.name === 'nationality' && Array.isArray(element.value) && element.value.length === 0)
      yield finding(element.at, 'at least one country', 'an empty array')
  }),
  checkEach(PIDMDOC.BIRTHPLACE, function* ({ at, name, value }) {
    if (name !== 'place_of_birth' || !isCborMap(value)) return
    if (!['country', 'region', 'locality'].some((each) => value.has(each)))
      yield finding(at, 'country, region or locality', 'none of them')
  }),
  checkElements(PIDMDOC.ONCE, function* (elements) {
    for (const [name, [, second]] of Map.groupBy(elements, ({ name }) => name))
      if (second) yield finding(second.at, `one element ${name}`, 'two')
  }),
]

const date = (value: string): WritableCbor => ({ tag: 1004, value })
const time = (value: string): WritableCbor => ({ tag: 0, value })

export const usualElements: readonly MdocElement[] = [
  ['family_name', 'Muster', documentType],
  ['given_name', 'Asha', documentType],
  ['birth_date', date('1980-05-23'), documentType],
  ['place_of_birth', new Map([['locality', 'Sample Town']]), documentType],
  ['nationality', ['XA', 'XB'], documentType],
  ['sex', 2, documentType],
  ['expiry_date', date('2035-12-19'), documentType],
  ['issuing_authority', 'XA', documentType],
  ['issuing_country', 'XA', documentType],
  ['portrait', Buffer.alloc(0), documentType],
]

const set = (name: string, value: WritableCbor): IssuerChange => ({
  elements: (all) => [...all.filter(([own]) => own !== name), [name, value, documentType]],
})
const drop = (name: string): IssuerChange => ({ elements: (all) => all.filter(([own]) => own !== name) })
const add = (element: MdocElement): IssuerChange => ({ elements: (all) => [...all, element] })
const moveTo = (nameSpace: string): IssuerChange => ({
  elements: (all) => all.map(([name, value]) => [name, value, nameSpace]),
})

export const documentFaults: readonly OwnFault[] = [
  makeFault(
    PIDMDOC.NAMESPACE,
    'has the attributes of the rulebook in a domestic name space',
    moveTo('eu.europa.ec.eudi.pid.xa.1'),
  ),
  makeFault(
    PIDMDOC.DOMESTIC,
    'adds an attribute to the common name space',
    add(['tax_number', '12-345', documentType]),
  ),
  makeFault(
    PIDMDOC.DOMESTIC,
    'adds an attribute in a name space of its own',
    add(['tax_number', '12-345', 'org.example.pid.1']),
  ),
  ...mandatory.map((name) => makeFault(PIDMDOC.COMPLETE, `leaves out \`${name}\` in the mdoc`, drop(name))),
  makeFault(PIDMDOC.ENCODING, 'has the date of birth as a text', set('birth_date', '1980-05-23')),
  makeFault(PIDMDOC.ENCODING, 'has the date of birth as a time', set('birth_date', time('1980-05-23T00:00:00Z'))),
  makeFault(PIDMDOC.ENCODING, 'has one nationality as a text in the mdoc', set('nationality', 'XA')),
  makeFault(PIDMDOC.ENCODING, 'has the sex as a text in the mdoc', set('sex', '2')),
  makeFault(PIDMDOC.ENCODING, 'has the portrait as a text', set('portrait', 'AAAA')),
  makeFault(PIDMDOC.SHORT, 'has a name of 151 characters', set('family_name', 'M'.repeat(151))),
  makeFault(PIDMDOC.UTC, 'expires at a local time', set('expiry_date', time('2035-12-19T00:00:00+01:00'))),
  makeFault(PIDMDOC.UTC, 'expires at a fraction of a second', set('expiry_date', time('2035-12-19T00:00:00.5Z'))),
  makeFault(PIDMDOC.COUNTRIES, 'writes a nationality in small letters in the mdoc', set('nationality', ['xa'])),
  makeFault(PIDMDOC.COUNTRIES, 'has no nationality in the array of the mdoc', set('nationality', [])),
  makeFault(PIDMDOC.COUNTRIES, 'has a country of three letters in the mdoc', set('issuing_country', 'XAX')),
  makeFault(PIDMDOC.BIRTHPLACE, 'has an empty place of birth in the mdoc', set('place_of_birth', new Map())),
  makeFault(PIDMDOC.ONCE, 'has the family name twice', add(['family_name', 'Beispiel', documentType])),
]

export const documentVariants: readonly OwnVariant[] = [
  makeVariant(
    'has an attribute of its country in the mdoc',
    add(['tax_number', '12-345', 'eu.europa.ec.eudi.pid.xa.1']),
  ),
  makeVariant(
    'has an attribute of its region in the mdoc',
    add(['tax_number', '12-345', 'eu.europa.ec.eudi.pid.xa-1']),
  ),
  makeVariant('has an attribute of an earlier version of the rulebook', add(['age_over_18', true, documentType])),
  makeVariant('expires at a time', set('expiry_date', time('2035-12-19T00:00:00Z'))),
  makeVariant('has a name of 150 characters', set('family_name', 'é'.repeat(150))),
  makeVariant('does not know the nationality in the mdoc', set('nationality', ['QU'])),
]
