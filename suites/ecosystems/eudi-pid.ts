import { type Check, checkArtefact } from '../../model/check.ts'
import { type Finding, finding, inconclusive, notApplicable, showValue } from '../../model/finding.ts'
import { interoperability, privacy, type Requirement, section, should, stated } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { type ClaimSet, hide } from '../../protocol/sd-jwt/hide-claims.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import {
  defineSuite,
  type IssuerChange,
  makeFault,
  makeVariant,
  type OwnFault,
  type OwnVariant,
} from '../own/own-suite.ts'
import {
  documentChecks,
  documentFaults,
  documentRequirements,
  documentType,
  documentVariants,
  PIDMDOC,
  usualElements,
} from './eudi-pid-document.ts'

// The person identification data of the European Union: its PID Rulebook, version 1.7, and topic 3 of annex 2 of the Architecture and
// Reference Framework. What the rulebook asks of wallets and relying parties is not visible in a message, or is a matter of policy.

const baseType = 'urn:eudi:pid:1'

const unread = interoperability('Relying parties in other countries cannot read the PID.')
const rulebook = (number: string): string => `PID Rulebook 1.7, section ${number}`
const topic = (id: string): string => `ARF, annex 2, ${id}`

// biome-ignore format: a table, one row a line.
const PID = section('PID', '4', {
  VCT: stated('issuer', `\`vct\` is \`${baseType}\`, or a domestic type below \`urn:eudi:pid:\`.`, 'sd-jwt', { standard: topic('PID_14'), consequence: interoperability('No relying party finds out that the credential is a PID.') }),
  COMPLETE: stated('issuer', 'A PID has the names, the date and place of birth, and the nationality of its user, and the authority and country that issued it.', 'sd-jwt', { standard: `${topic('PID_17')}; ${rulebook('2.2')} and 2.4`, consequence: interoperability('Relying parties do not get what every PID has.') }),
  TYPES: stated('issuer', 'Each attribute has the JSON type that the rulebook gives it.', 'sd-jwt', { standard: `${topic('PID_18')}; ${rulebook('4.1.2')}`, consequence: unread }),
  DATES: stated('issuer', 'Dates are written as `YYYY-MM-DD`.', 'sd-jwt', { standard: rulebook('4.1.2'), consequence: unread }),
  BIRTHPLACE: stated('issuer', '`place_of_birth` has at least one of `country`, `region` and `locality`.', 'sd-jwt', { standard: rulebook('4.1.2'), consequence: unread }),
  COUNTRIES: stated('issuer', 'Countries are alpha-2 codes of ISO 3166-1, and there is at least one nationality.', 'sd-jwt', { standard: `${rulebook('2.2')} to 2.4`, consequence: unread }),
  SEX: stated('issuer', '`sex` is 0 to 6, or 9.', 'sd-jwt', { standard: rulebook('2.3'), consequence: unread }),
  PHONE: stated('issuer', '`phone_number` is a `+` and digits.', 'sd-jwt', { standard: rulebook('2.3'), consequence: unread }),
  PICTURE: stated('issuer', '`picture` is a data URL with a JPEG in base64, or empty.', 'sd-jwt', { standard: `${rulebook('4.1.2')}; ${topic('PID_03')}`, consequence: unread }),
  JURISDICTION: stated('issuer', '`issuing_jurisdiction` begins with `issuing_country`.', 'sd-jwt', { standard: rulebook('2.5'), consequence: unread }),
  DISCLOSABLE: stated('issuer', 'Each attribute, each of its members and each of its elements can be disclosed by itself.', 'sd-jwt', { standard: topic('PID_21'), consequence: privacy('The user cannot show one attribute without another one.') }),
  FORMATS: should('issuer', 'A PID is issued as an SD-JWT VC and as an mdoc.', 'vci-issuer-metadata', { standard: topic('PID_02'), consequence: interoperability('Relying parties that read one format do not get a PID.') }),
})

const mandatory = [
  'family_name',
  'given_name',
  'birthdate',
  'place_of_birth',
  'nationalities',
  'issuing_authority',
  'issuing_country',
] as const

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string'

/** The attributes that are neither mandatory nor texts, by their names, and their types. */
const types: Readonly<Record<string, readonly [name: string, isOne: (value: JsonValue | undefined) => boolean]>> = {
  place_of_birth: ['an object', isObject],
  address: ['an object', isObject],
  nationalities: ['an array', Array.isArray],
  sex: ['a number', (value) => typeof value === 'number'],
}

const texts = [
  ...['family_name', 'given_name', 'birthdate', 'birth_family_name', 'birth_given_name', 'email', 'phone_number'],
  ...['picture', 'date_of_expiry', 'date_of_issuance', 'personal_administrative_number', 'issuing_authority'],
  ...['issuing_country', 'document_number', 'issuing_jurisdiction', 'trust_anchor', 'attestation_legal_category'],
]
const attributes = [...texts, ...Object.keys(types)]

/** A PID whose disclosures are in their place. */
interface ReadPid {
  readonly claims: JsonObject
  /** JSON pointers to what was disclosed. */
  readonly disclosed: ReadonlySet<string>
  /** How much stays hidden, decoys included. */
  readonly hidden: number
}

function readPid(sdJwt: AnySdJwt): ReadPid | undefined {
  const read = applyDisclosures(sdJwt)
  return (
    read && {
      claims: read.payload,
      disclosed: new Set(read.disclosed),
      hidden: read.digests.size - read.places.size,
    }
  )
}

/** A check of what is in a PID. */
const checkPid = (row: Requirement, inspect: (pid: ReadPid) => Iterable<Finding>): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt) {
    const pid = readPid(sdJwt)
    if (!pid) return inconclusive('the hash function of its digests is not supported')
    yield* inspect(pid)
    return undefined
  })

/** A check of the values at some places: a PID that has none of them is not looked at. */
const checkPlaces = (
  row: Requirement,
  places: readonly string[],
  expected: string,
  isGood: (value: JsonValue, claims: JsonObject) => boolean,
): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt) {
    const pid = readPid(sdJwt)
    if (!pid) return inconclusive('the hash function of its digests is not supported')
    const found = places.flatMap((place) => findValues(pid.claims, place))
    if (found.length === 0) return notApplicable(`it has no ${places.join(', ')}`)
    for (const [at, value] of found) if (!isGood(value, pid.claims)) yield finding(at, expected, describe(value))
    return undefined
  })

/** Values of a holder are not shown, but what is wrong with them. */
const describe = (value: JsonValue): string => (typeof value === 'string' ? 'another text' : showKind(value))
const showKind = (value: JsonValue | undefined): string =>
  value === undefined
    ? 'nothing'
    : Array.isArray(value)
      ? 'an array'
      : value === null
        ? 'null'
        : `a value of the type ${typeof value}`

type PlacedValue = readonly [at: string, value: JsonValue]

/** The values at a path of names; `*` is every element. */
function findValues(claims: JsonObject, place: string): readonly PlacedValue[] {
  let found: readonly PlacedValue[] = [['', claims]]
  for (const step of place.split('.')) found = found.flatMap((each) => findInside(each, step))
  return found
}

function findInside([at, value]: PlacedValue, step: string): readonly PlacedValue[] {
  if (step === '*') return Array.isArray(value) ? value.map((each: JsonValue, i) => [`${at}/${i}`, each]) : []
  const inside = isObject(value) ? value[step] : undefined
  return inside === undefined ? [] : [[`${at}/${step}`, inside]]
}

const isCalendarDate = (value: JsonValue): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true

/** Of a birth, a part may be unknown: OpenID Connect writes the year alone, or the year 0000. */
const isBirthdate = (value: JsonValue): boolean => typeof value === 'string' && /^\d{4}(?:-\d{2}-\d{2})?$/.test(value)

const isCountry = (value: JsonValue): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)

/** Whether a data URL has a JPEG: it begins with the octets FF D8 FF. */
const isPicture = (value: JsonValue): boolean =>
  value === '' || (typeof value === 'string' && /^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]*={0,2}$/.test(value))

const checks: readonly Check[] = [
  checkArtefact(PID.VCT, 'sd-jwt', function* ({ payload: { vct } }) {
    if (typeof vct !== 'string' || !/^urn:eudi:pid:[^\s:]/.test(vct))
      yield finding('/vct', `${baseType}, or another type below urn:eudi:pid:`, showValue(vct))
    return undefined
  }),
  checkArtefact(PID.COMPLETE, 'sd-jwt', function* (sdJwt) {
    const pid = readPid(sdJwt)
    if (!pid) return inconclusive('the hash function of its digests is not supported')
    const missing = mandatory.filter((name) => pid.claims[name] === undefined)
    if (missing.length === 0) return undefined
    if (sdJwt.keyBinding) return notApplicable('its holder presents a part of it')
    if (pid.hidden >= missing.length) return inconclusive(`${missing.join(', ')} may be hidden`)
    for (const name of missing) yield finding(`/${name}`, 'an attribute that every PID has', 'nothing')
    return undefined
  }),
  checkPid(PID.TYPES, function* ({ claims }) {
    for (const name of attributes) {
      const [expected, isOne] = types[name] ?? ['a string', isText]
      if (claims[name] !== undefined && !isOne(claims[name]))
        yield finding(`/${name}`, expected, showKind(claims[name]))
    }
    for (const [at, value] of ['address', 'place_of_birth'].flatMap((name) => listMembers(claims, name)))
      if (!isText(value)) yield finding(at, 'a string', showKind(value))
  }),
  checkPlaces(
    PID.DATES,
    ['birthdate', 'date_of_expiry', 'date_of_issuance'],
    'a date as YYYY-MM-DD',
    (value, claims) => (value === claims.birthdate ? isBirthdate(value) : isCalendarDate(value)),
  ),
  checkPid(PID.BIRTHPLACE, function* ({ claims: { place_of_birth: place }, hidden }) {
    if (!isObject(place) || ['country', 'region', 'locality'].some((name) => place[name] !== undefined)) return
    // What is inside may be hidden.
    if (hidden === 0) yield finding('/place_of_birth', 'country, region or locality', 'none of them')
  }),
  checkPid(PID.COUNTRIES, function* ({ claims, hidden }) {
    const places = ['nationalities.*', 'issuing_country', 'address.country', 'place_of_birth.country']
    for (const [at, value] of places.flatMap((place) => findValues(claims, place)))
      if (!isCountry(value)) yield finding(at, 'two capital letters', describe(value))
    if (hidden === 0 && Array.isArray(claims.nationalities) && claims.nationalities.length === 0)
      yield finding('/nationalities', 'at least one country', 'an empty array')
  }),
  checkPlaces(PID.SEX, ['sex'], '0 to 6, or 9', (value) => [0, 1, 2, 3, 4, 5, 6, 9].some((each) => each === value)),
  checkPlaces(
    PID.PHONE,
    ['phone_number'],
    'a + and digits',
    (value) => !isText(value) || /^\+\d+$/.test(String(value)),
  ),
  checkPlaces(PID.PICTURE, ['picture'], 'a data URL with a JPEG in base64, or an empty string', isPicture),
  checkPlaces(
    PID.JURISDICTION,
    ['issuing_jurisdiction'],
    'a code that begins with issuing_country',
    (value, { issuing_country: country }) => country === undefined || String(value).startsWith(String(country)),
  ),
  checkPid(PID.DISCLOSABLE, function* ({ claims, disclosed }) {
    const own = attributes.filter((name) => claims[name] !== undefined)
    const inside = [
      ...['address', 'place_of_birth'].flatMap((name) => listMembers(claims, name)),
      ...findValues(claims, 'nationalities.*'),
    ].map(([at]) => at)
    for (const at of [...own.map((name) => `/${name}`), ...inside])
      if (!disclosed.has(at)) yield finding(at, 'a disclosure of its own', 'none')
  }),
  checkArtefact(PID.FORMATS, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    const configurations = Object.values(isObject(all) ? all : {}).filter(isObject)
    const asSdJwt = configurations.some(({ vct }) => typeof vct === 'string' && vct.startsWith('urn:eudi:pid:'))
    const asMdoc = configurations.some(({ doctype }) => doctype === documentType)
    if (!asSdJwt) yield finding('/credential_configurations_supported', 'a PID as an SD-JWT VC', 'none')
    if (!asMdoc) yield finding('/credential_configurations_supported', 'a PID as an mdoc', 'none')
    return undefined
  }),
]

const listMembers = (claims: JsonObject, name: string): readonly PlacedValue[] =>
  Object.entries(isObject(claims[name]) ? claims[name] : {}).map(([member, value]) => [`/${name}/${member}`, value])

const usualClaims: ClaimSet = {
  family_name: 'Muster',
  given_name: 'Asha',
  birthdate: '1980-05-23',
  place_of_birth: { country: hide('XA'), locality: hide('Sample Town') },
  nationalities: [hide('XA'), hide('XB')],
  address: { locality: hide('Sample Town'), country: hide('XA') },
  sex: 2,
  date_of_expiry: '2035-12-19',
  phone_number: '+9912345',
  issuing_jurisdiction: 'XA-1',
  issuing_authority: 'XA',
  issuing_country: 'XA',
  picture: '',
}

const set = (members: ClaimSet): IssuerChange => ({ hidden: (claims) => ({ ...claims, ...members }) })
const drop = (...names: readonly string[]): IssuerChange => ({
  hidden: (claims) => Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))),
})
const rename = (from: string, to: string): IssuerChange => ({
  hidden: ({ [from]: value = null, ...claims }) => ({ ...claims, [to]: value }),
})

/** Another type, in the credential and in the metadata. */
const setType = (vct: string): IssuerChange => ({
  claims: (claims) => ({ ...claims, vct }),
  configuration: (all) => (all.format === 'dc+sd-jwt' ? { ...all, vct } : all),
})

const setDocumentType = (doctype: string): IssuerChange => ({
  configuration: (all) => (all.format === 'mso_mdoc' ? { ...all, doctype } : all),
})

/** Shows claims to everyone. */
const show = (members: JsonObject): IssuerChange => ({
  ...drop(...Object.keys(members)),
  claims: (claims) => ({ ...claims, ...members }),
})

const faults: readonly OwnFault[] = [
  makeFault(PID.VCT, 'issues another type', setType('https://pid.example/1'), [PID.FORMATS]),
  makeFault(PID.VCT, 'issues the name space as a type', setType('urn:eudi:pid:')),
  ...mandatory.map((name) => makeFault(PID.COMPLETE, `leaves out \`${name}\``, drop(name))),
  makeFault(PID.COMPLETE, 'calls the date of birth as an mdoc does', rename('birthdate', 'birth_date')),
  makeFault(PID.COMPLETE, 'calls the nationalities as an mdoc does', rename('nationalities', 'nationality')),
  makeFault(PID.TYPES, 'has a name in an array', set({ family_name: ['Muster'] })),
  makeFault(PID.TYPES, 'has the place of birth as a text', set({ place_of_birth: 'Sample Town' })),
  makeFault(PID.TYPES, 'has one nationality as a text', set({ nationalities: 'XA' })),
  makeFault(PID.TYPES, 'has the sex as a text', set({ sex: '2' }), [PID.SEX]),
  makeFault(PID.TYPES, 'has a postal code as a number', set({ address: { postal_code: hide(12345) } })),
  makeFault(PID.DATES, 'writes the day before the month', set({ birthdate: '23-05-1980' })),
  makeFault(PID.DATES, 'writes the time of expiry as well', set({ date_of_expiry: '2035-12-19T00:00:00Z' })),
  makeFault(PID.DATES, 'expires on a day that does not exist', set({ date_of_expiry: '2035-02-30' })),
  makeFault(PID.BIRTHPLACE, 'has an empty place of birth', set({ place_of_birth: {} })),
  makeFault(PID.BIRTHPLACE, 'has a city of birth', set({ place_of_birth: { city: hide('Sample Town') } })),
  makeFault(
    PID.COUNTRIES,
    'has a country of three letters',
    set({ issuing_country: 'XAX', issuing_jurisdiction: 'XAX' }),
  ),
  makeFault(PID.COUNTRIES, 'writes a nationality in small letters', set({ nationalities: [hide('XA'), hide('xb')] })),
  makeFault(PID.COUNTRIES, 'has no nationality in the array', set({ nationalities: [] })),
  makeFault(
    PID.COUNTRIES,
    'has the name of the country in the address',
    set({ address: { country: hide('Sample Land') } }),
  ),
  makeFault(PID.SEX, 'has a sex that the table does not have', set({ sex: 7 })),
  makeFault(PID.PHONE, 'writes a phone number without its country', set({ phone_number: '012345' })),
  makeFault(PID.PHONE, 'writes a phone number with blanks', set({ phone_number: '+99 123 45' })),
  makeFault(PID.PICTURE, 'has a JPEG without a data URL', set({ picture: '/9j/4AAQSkZJRg==' })),
  makeFault(PID.PICTURE, 'has a PNG', set({ picture: 'data:image/png;base64,iVBORw0KGgo=' })),
  makeFault(PID.JURISDICTION, 'has the jurisdiction of another country', set({ issuing_jurisdiction: 'XB-1' })),
  makeFault(PID.DISCLOSABLE, 'shows the country to everyone', show({ issuing_country: 'XA' })),
  makeFault(PID.DISCLOSABLE, 'discloses the address as a whole', set({ address: { locality: 'Sample Town' } })),
  makeFault(PID.DISCLOSABLE, 'discloses all nationalities at once', set({ nationalities: ['XA', 'XB'] })),
  makeFault(PIDMDOC.TYPE, 'issues another type of document', setDocumentType('eu.europa.ec.eudi.pid.2'), [PID.FORMATS]),
  makeFault(PID.FORMATS, 'announces no mdoc', setDocumentType('org.example.pid.1'), [PIDMDOC.TYPE]),
]

const variants: readonly OwnVariant[] = [
  makeVariant('issues a domestic type', setType('urn:eudi:pid:xa:1')),
  makeVariant('issues what every PID has, and no more', {
    hidden: (claims) => Object.fromEntries(mandatory.map((name) => [name, claims[name] ?? null])),
  }),
  makeVariant('knows the year of birth only', set({ birthdate: '1980' })),
  makeVariant('knows the day of birth only', set({ birthdate: '0000-05-23' })),
  makeVariant('does not know the nationality', set({ nationalities: [hide('QU')] })),
  makeVariant('has a portrait', set({ picture: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==' })),
  makeVariant('has an attribute of its country', set({ xa_tax_number: '12-345' })),
  makeVariant('was born in a country that no longer exists', set({ place_of_birth: { country: hide('DD') } })),
]

export const suite = defineSuite({
  name: 'eudi-pid',
  title: 'EU person identification data',
  on: 'haip-1.0',
  hasDocuments: true,
  requirements: [...Object.values(PID), ...documentRequirements],
  checks: [...checks, ...documentChecks],
  reference: {
    hidden: () => usualClaims,
    claims: (claims) => ({ ...claims, vct: baseType }),
    elements: () => usualElements,
    configuration: (all) => (all.format === 'mso_mdoc' ? { ...all, doctype: documentType } : { ...all, vct: baseType }),
  },
  faults: [...faults, ...documentFaults],
  variants: [...variants, ...documentVariants],
})
