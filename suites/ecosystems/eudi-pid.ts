import { type Check, checkArtefact } from '../../model/check.ts'
import { finding, showValue } from '../../model/finding.ts'
import { interoperability, privacy, section, should, stated } from '../../model/requirement.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { type ClaimSet, hide } from '../../protocol/sd-jwt/hide-claims.ts'
import {
  defineSuite,
  type IssuerChange,
  makeFault,
  makeVariant,
  type OwnFault,
  type OwnVariant,
} from '../own/own-suite.ts'
import {
  checkBirthplace,
  checkClaims,
  checkCountries,
  checkPresent,
  checkValues,
  describeType,
  dropClaims,
  findValues,
  isBirthdate,
  isCalendarDate,
  listMembers,
  person,
  renameHidden,
  setHidden,
  setType,
  showClaims,
} from './claims.ts'
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

/** Whether a data URL has a JPEG: it begins with the octets FF D8 FF. */
const isPicture = (value: JsonValue): boolean =>
  value === '' || (typeof value === 'string' && /^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]*={0,2}$/.test(value))

const checks: readonly Check[] = [
  checkArtefact(PID.VCT, 'sd-jwt', function* ({ payload: { vct } }) {
    if (typeof vct !== 'string' || !/^urn:eudi:pid:[^\s:]/.test(vct))
      yield finding('/vct', `${baseType}, or another type below urn:eudi:pid:`, showValue(vct))
    return undefined
  }),
  checkPresent(PID.COMPLETE, mandatory),
  checkClaims(PID.TYPES, function* ({ claims }) {
    for (const name of attributes) {
      const [expected, isOne] = types[name] ?? ['a string', isText]
      if (claims[name] !== undefined && !isOne(claims[name]))
        yield finding(`/${name}`, expected, describeType(claims[name]))
    }
    for (const [at, value] of ['address', 'place_of_birth'].flatMap((name) => listMembers(claims, name)))
      if (!isText(value)) yield finding(at, 'a string', describeType(value))
  }),
  checkValues(PID.DATES, ['birthdate', 'date_of_expiry', 'date_of_issuance'], 'a date as YYYY-MM-DD', (value, path) =>
    path === 'birthdate' ? isBirthdate(value) : isCalendarDate(value),
  ),
  checkBirthplace(PID.BIRTHPLACE),
  checkCountries(PID.COUNTRIES, ['issuing_country', 'address.country', 'place_of_birth.country']),
  checkValues(PID.SEX, ['sex'], '0 to 6, or 9', (value) => [0, 1, 2, 3, 4, 5, 6, 9].some((each) => each === value)),
  checkValues(
    PID.PHONE,
    ['phone_number'],
    'a + and digits',
    (value) => !isText(value) || /^\+\d+$/.test(String(value)),
  ),
  checkValues(PID.PICTURE, ['picture'], 'a data URL with a JPEG in base64, or an empty string', isPicture),
  checkClaims(
    PID.JURISDICTION,
    function* ({ claims: { issuing_country: country, issuing_jurisdiction: jurisdiction } }) {
      if (typeof country !== 'string' || typeof jurisdiction !== 'string' || jurisdiction.startsWith(country)) return
      yield finding('/issuing_jurisdiction', 'a code that begins with issuing_country', 'another code')
    },
  ),
  checkClaims(PID.DISCLOSABLE, function* ({ claims, disclosed }) {
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

const usualClaims: ClaimSet = {
  ...person,
  address: { locality: hide('Sample Town'), country: hide('XA') },
  sex: 2,
  date_of_expiry: '2035-12-19',
  phone_number: '+9912345',
  issuing_jurisdiction: 'XA-1',
  issuing_authority: 'XA',
  issuing_country: 'XA',
  picture: '',
}

const setDocumentType = (doctype: string): IssuerChange => ({
  configuration: (all) => (all.format === 'mso_mdoc' ? { ...all, doctype } : all),
})

const faults: readonly OwnFault[] = [
  makeFault(PID.VCT, 'issues another type', setType('https://pid.example/1'), [PID.FORMATS]),
  makeFault(PID.VCT, 'issues the name space as a type', setType('urn:eudi:pid:')),
  ...mandatory.map((name) => makeFault(PID.COMPLETE, `leaves out \`${name}\``, dropClaims(name))),
  makeFault(PID.COMPLETE, 'calls the date of birth as an mdoc does', renameHidden('birthdate', 'birth_date')),
  makeFault(PID.COMPLETE, 'calls the nationalities as an mdoc does', renameHidden('nationalities', 'nationality')),
  makeFault(PID.TYPES, 'has a name in an array', setHidden({ family_name: ['Muster'] })),
  makeFault(PID.TYPES, 'has the place of birth as a text', setHidden({ place_of_birth: 'Sample Town' })),
  makeFault(PID.TYPES, 'has one nationality as a text', setHidden({ nationalities: 'XA' })),
  makeFault(PID.TYPES, 'has the sex as a text', setHidden({ sex: '2' }), [PID.SEX]),
  makeFault(PID.TYPES, 'has a postal code as a number', setHidden({ address: { postal_code: hide(12345) } })),
  makeFault(PID.DATES, 'writes the day before the month', setHidden({ birthdate: '23-05-1980' })),
  makeFault(PID.DATES, 'writes the time of expiry as well', setHidden({ date_of_expiry: '2035-12-19T00:00:00Z' })),
  makeFault(PID.DATES, 'expires on a day that does not exist', setHidden({ date_of_expiry: '2035-02-30' })),
  makeFault(PID.BIRTHPLACE, 'has an empty place of birth', setHidden({ place_of_birth: {} })),
  makeFault(PID.BIRTHPLACE, 'has a city of birth', setHidden({ place_of_birth: { city: hide('Sample Town') } })),
  makeFault(
    PID.COUNTRIES,
    'has a country of three letters',
    setHidden({ issuing_country: 'XAX', issuing_jurisdiction: 'XAX' }),
  ),
  makeFault(
    PID.COUNTRIES,
    'writes a nationality in small letters',
    setHidden({ nationalities: [hide('XA'), hide('xb')] }),
  ),
  makeFault(PID.COUNTRIES, 'has no nationality in the array', setHidden({ nationalities: [] })),
  makeFault(
    PID.COUNTRIES,
    'has the name of the country in the address',
    setHidden({ address: { country: hide('Sample Land') } }),
  ),
  makeFault(PID.SEX, 'has a sex that the table does not have', setHidden({ sex: 7 })),
  makeFault(PID.PHONE, 'writes a phone number without its country', setHidden({ phone_number: '012345' })),
  makeFault(PID.PHONE, 'writes a phone number with blanks', setHidden({ phone_number: '+99 123 45' })),
  makeFault(PID.PICTURE, 'has a JPEG without a data URL', setHidden({ picture: '/9j/4AAQSkZJRg==' })),
  makeFault(PID.PICTURE, 'has a PNG', setHidden({ picture: 'data:image/png;base64,iVBORw0KGgo=' })),
  makeFault(PID.JURISDICTION, 'has the jurisdiction of another country', setHidden({ issuing_jurisdiction: 'XB-1' })),
  makeFault(PID.DISCLOSABLE, 'shows the country to everyone', showClaims({ issuing_country: 'XA' })),
  makeFault(PID.DISCLOSABLE, 'discloses the address as a whole', setHidden({ address: { locality: 'Sample Town' } })),
  makeFault(PID.DISCLOSABLE, 'discloses all nationalities at once', setHidden({ nationalities: ['XA', 'XB'] })),
  makeFault(PIDMDOC.TYPE, 'issues another type of document', setDocumentType('eu.europa.ec.eudi.pid.2'), [PID.FORMATS]),
  makeFault(PID.FORMATS, 'announces no mdoc', setDocumentType('org.example.pid.1'), [PIDMDOC.TYPE]),
]

const variants: readonly OwnVariant[] = [
  makeVariant('issues a domestic type', setType('urn:eudi:pid:xa:1')),
  makeVariant('issues what every PID has, and no more', {
    hidden: (claims) => Object.fromEntries(mandatory.map((name) => [name, claims[name] ?? null])),
  }),
  makeVariant('knows the year of birth only', setHidden({ birthdate: '1980' })),
  makeVariant('knows the day of birth only', setHidden({ birthdate: '0000-05-23' })),
  makeVariant('does not know the nationality', setHidden({ nationalities: [hide('QU')] })),
  makeVariant('has a portrait', setHidden({ picture: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==' })),
  makeVariant('has an attribute of its country', setHidden({ xa_tax_number: '12-345' })),
  makeVariant('was born in a country that no longer exists', setHidden({ place_of_birth: { country: hide('DD') } })),
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
