import { createHash } from 'node:crypto'
import { type Check, checkArtefact } from '../../model/check.ts'
import { expectSame, finding } from '../../model/finding.ts'
import { interoperability, privacy, section, security, should, stated } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
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
  isCalendarDate,
  person,
  setHidden,
  setType,
  showClaims,
} from './claims.ts'

// The IT-Wallet ID of Italy, by the technical specifications of IT-Wallet: its data model, and that of every SD-JWT VC. The trust
// framework, which is OpenID Federation, and the endpoints of Italian providers are other parts of these specifications.

const type = 'urn:it-wallet:eid:1'

const unread = interoperability('Relying parties in Italy cannot read the credential.')
const model = 'IT-Wallet, IT-Wallet ID data model'
const everyModel = 'IT-Wallet, digital credential data model'

// biome-ignore format: a table, one row a line.
const ITID = section('ITID', '1', {
  VCT: stated('issuer', `\`vct\` is \`${type}\`.`, 'sd-jwt', { standard: model, consequence: interoperability('No relying party finds out what the credential is.') }),
  HEADER: stated('issuer', 'The header has `kid` and `x5c`.', 'sd-jwt', { standard: everyModel, consequence: unread }),
  COMPLETE: stated('issuer', 'The credential has the names, the date and place of birth, and the nationality of its user.', 'sd-jwt', { standard: model, consequence: interoperability('Relying parties do not get what every IT-Wallet ID has.') }),
  NUMBER: stated('issuer', 'It has `personal_administrative_number` or `tax_id_code`.', 'sd-jwt', { standard: model, consequence: interoperability('Relying parties cannot match the user.') }),
  METADATA: stated('issuer', 'It has `iss`, `sub`, `iat`, `exp`, `status`, `cnf`, `verification`, `issuing_authority`, `issuing_country` and `date_of_expiry`.', 'sd-jwt', { standard: `${model}; ${everyModel}`, consequence: unread }),
  PLAIN: stated('issuer', 'What is said of the credential itself cannot be hidden.', 'sd-jwt', { standard: everyModel, consequence: security('A holder hides who issued the credential, or how its user was identified.') }),
  VERIFICATION: stated('issuer', '`verification` has a `trust_framework` and an `assurance_level`, which are strings.', 'sd-jwt', { standard: everyModel, consequence: security('A relying party does not know how the user was identified.') }),
  BIRTHDATE: stated('issuer', '`birthdate` is written as `YYYY-MM-DD`.', 'sd-jwt', { standard: model, consequence: unread }),
  BIRTHPLACE: stated('issuer', '`place_of_birth` has at least one of `country`, `region` and `locality`.', 'sd-jwt', { standard: model, consequence: unread }),
  COUNTRIES: stated('issuer', 'Countries are alpha-2 codes of ISO 3166-1, and there is at least one nationality.', 'sd-jwt', { standard: `${model}; ${everyModel}`, consequence: unread }),
  TAX: stated('issuer', '`tax_id_code` is `TIN`, the code of a country, a hyphen and the number.', 'sd-jwt', { standard: `${model}; ETSI EN 319 412-1, section 5.1.3`, consequence: interoperability('Relying parties cannot match the user.') }),
  DISCLOSABLE: stated('issuer', 'Each attribute of the user can be hidden.', 'sd-jwt', { standard: model, consequence: privacy('The user cannot show one attribute without another one.') }),
  VERSION: should('issuer', 'A type of a credential is called `urn:it-wallet:`, its name and its version.', 'vci-issuer-metadata', { standard: everyModel, consequence: interoperability('Wallets cannot tell versions of a type apart.') }),
})

const attributes = ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'nationalities'] as const
const numbers = ['personal_administrative_number', 'tax_id_code'] as const
const metadata = [
  ...['iss', 'sub', 'iat', 'exp', 'status', 'cnf', 'verification', 'issuing_authority', 'issuing_country'],
  'date_of_expiry',
]
const plain = [...metadata, 'nbf', 'vct', 'issuance_date']

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== ''

const checks: readonly Check[] = [
  checkArtefact(ITID.VCT, 'sd-jwt', function* ({ payload: { vct } }) {
    yield* expectSame('/vct', vct, type)
    return undefined
  }),
  checkArtefact(ITID.HEADER, 'sd-jwt', function* ({ signatures: [first] }) {
    const { header = {}, unprotected = {} } = first ?? {}
    for (const name of ['kid', 'x5c'])
      if (header[name] === undefined && unprotected[name] === undefined)
        yield finding(`/header/${name}`, 'a value', 'nothing')
    return undefined
  }),
  checkPresent(ITID.COMPLETE, attributes),
  checkClaims(ITID.NUMBER, function* ({ claims, hidden }) {
    if (hidden === 0 && numbers.every((name) => claims[name] === undefined))
      yield finding('', numbers.join(' or '), 'neither')
  }),
  checkPresent(ITID.METADATA, metadata),
  checkClaims(ITID.PLAIN, function* ({ disclosed }) {
    for (const name of plain) if (disclosed.has(`/${name}`)) yield finding(`/${name}`, 'no disclosure', 'a disclosure')
  }),
  checkClaims(ITID.VERIFICATION, function* ({ claims: { verification } }) {
    if (verification === undefined) return // ITID-METADATA finds it
    for (const name of ['trust_framework', 'assurance_level']) {
      const value = isObject(verification) ? verification[name] : undefined
      if (!isText(value)) yield finding(`/verification/${name}`, 'a string', describeType(value))
    }
  }),
  checkValues(ITID.BIRTHDATE, ['birthdate'], 'a date as YYYY-MM-DD', isCalendarDate),
  checkBirthplace(ITID.BIRTHPLACE),
  checkCountries(ITID.COUNTRIES, ['issuing_country', 'place_of_birth.country']),
  checkValues(
    ITID.TAX,
    ['tax_id_code'],
    'TIN, a country, a hyphen and the number',
    (value) => typeof value === 'string' && /^TIN[A-Z]{2}-[A-Za-z0-9]+$/.test(value),
  ),
  checkClaims(ITID.DISCLOSABLE, function* ({ claims, disclosed }) {
    for (const name of [...attributes, ...numbers])
      if (claims[name] !== undefined && !disclosed.has(`/${name}`)) yield finding(`/${name}`, 'a disclosure', 'none')
  }),
  checkArtefact(ITID.VERSION, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    for (const [id, configuration] of Object.entries(isObject(all) ? all : {})) {
      const { vct } = isObject(configuration) ? configuration : {}
      if (typeof vct !== 'string' || /^urn:(?:it-wallet:[^:]+:\d+|eudi:.+)$/.test(vct)) continue
      yield finding(`/credential_configurations_supported/${id}`, 'urn:it-wallet:{type}:{version}', 'another type')
    }
    return undefined
  }),
]

/** A place in a status list: each credential has one of its own, which cannot be guessed. */
const placeStatus = ({ cnf }: JsonObject): JsonObject => {
  const idx =
    createHash('sha256')
      .update(JSON.stringify(cnf) ?? '')
      .digest()
      .readUInt32BE() % 1_000_000
  return { status_list: { idx, uri: 'https://status.example/lists/1' } }
}

const usualVerification = { trust_framework: 'it_cie', assurance_level: 'high' }

/** The subject is another one in each credential. */
const nameSubject = ({ cnf }: JsonObject): string =>
  createHash('sha256')
    .update(`subject ${JSON.stringify(cnf)}`)
    .digest('base64url')

const reference: IssuerChange = {
  hidden: () => ({ ...person, tax_id_code: 'TINXA-0000000000' }),
  claims: (claims) => ({
    ...claims,
    vct: type,
    sub: nameSubject(claims),
    status: placeStatus(claims),
    verification: usualVerification,
    issuing_authority: 'Sample authority',
    issuing_country: 'XA',
    date_of_expiry: '2035-12-19',
  }),
  configuration: (all) => ({ ...all, vct: type }),
}

const setClaims = (members: JsonObject): IssuerChange => ({ claims: (claims) => ({ ...claims, ...members }) })

/** Hides a claim that was shown. */
const hideClaim = (name: string, value: JsonValue): IssuerChange => ({
  claims: ({ [name]: _, ...claims }) => claims,
  hidden: (claims) => ({ ...claims, [name]: value }),
})

/** What the metadata say of the credential that is offered. */
const announced = ({ credential_configurations_supported: all }: JsonObject): JsonObject =>
  Object(Object(all).membership)

const faults: readonly OwnFault[] = [
  makeFault(ITID.VCT, 'issues another version', setType('urn:it-wallet:eid:2')),
  makeFault(ITID.HEADER, 'leaves out `kid`', { header: ({ kid: _, ...header }) => header }),
  ...attributes.map((name) => makeFault(ITID.COMPLETE, `leaves out \`${name}\``, dropClaims(name))),
  makeFault(ITID.NUMBER, 'has no number of the user', dropClaims(...numbers)),
  ...['sub', 'status', 'verification', 'issuing_authority', 'issuing_country', 'date_of_expiry'].map((name) =>
    makeFault(ITID.METADATA, `leaves out \`${name}\``, dropClaims(name)),
  ),
  makeFault(ITID.PLAIN, 'hides the country that issued it', hideClaim('issuing_country', 'XA')),
  makeFault(ITID.PLAIN, 'hides how the user was identified', hideClaim('verification', usualVerification)),
  makeFault(ITID.VERIFICATION, 'names no trust framework', setClaims({ verification: { assurance_level: 'high' } })),
  makeFault(
    ITID.VERIFICATION,
    'has a number as the level of assurance',
    setClaims({ verification: { ...usualVerification, assurance_level: 3 } }),
  ),
  makeFault(ITID.BIRTHDATE, 'writes the day of birth before the month', setHidden({ birthdate: '23-05-1980' })),
  makeFault(ITID.BIRTHDATE, 'has the year of birth only', setHidden({ birthdate: '1980' })),
  makeFault(ITID.BIRTHPLACE, 'has an empty place of birth', setHidden({ place_of_birth: {} })),
  makeFault(ITID.COUNTRIES, 'has a nationality of three letters', setHidden({ nationalities: ['XAX'] })),
  makeFault(ITID.COUNTRIES, 'has no nationality in the array', setHidden({ nationalities: [] })),
  makeFault(ITID.TAX, 'writes the tax number without its prefix', setHidden({ tax_id_code: '0000000000' })),
  makeFault(ITID.DISCLOSABLE, 'shows the date of birth to everyone', showClaims({ birthdate: '1980-05-23' })),
  makeFault(ITID.VERSION, 'announces a type without a version', {
    metadata: (all) => ({
      ...all,
      credential_configurations_supported: {
        ...Object(all.credential_configurations_supported),
        another: { ...announced(all), vct: 'urn:example:another', scope: 'another' },
      },
    }),
  }),
]

const variants: readonly OwnVariant[] = [
  makeVariant('has the number of the register instead of a tax number', {
    hidden: ({ tax_id_code: _, ...claims }) => ({ ...claims, personal_administrative_number: '000000000019' }),
  }),
  makeVariant('discloses the place of birth as a whole', setHidden({ place_of_birth: { locality: 'Sample Town' } })),
  makeVariant('discloses all nationalities at once', setHidden({ nationalities: ['XA', 'XB'] })),
  makeVariant('says when the document was issued', setClaims({ issuance_date: '2025-12-19' })),
]

export const suite = defineSuite({
  name: 'it-wallet-id',
  title: 'IT-Wallet ID',
  on: 'haip-1.0',
  requirements: Object.values(ITID),
  checks,
  reference,
  faults,
  variants,
})
