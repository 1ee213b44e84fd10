import * as fc from 'fast-check'
import { RawJson } from '../../../protocol/encoding/json.ts'
import { constructions } from '../../../protocol/sd-jwt/claim.ts'
import { claimNames } from '../claims/claim-set.ts'
import { put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims, changeDisclosures } from '../kit/message-mutations.ts'
import { changeResponse, combineMutations, replaceStep } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { changeConcealed, changeJson, changeSalts, escapeNonAscii, placeDigests, setValue } from './edits.ts'

const scripts = fc.constantFrom(
  'आशा',
  'கண்ணன்',
  'আশা',
  'আ\u0306',
  'Zoë',
  'Ǆ',
  'שלום',
  'محمد',
  '你好',
  '🙂👩‍👩‍👧',
  'O\'Ex"ample\\',
  'a\u200db',
  '\u0000\u001f',
  'ﷺ',
)

const anyName = fc.array(scripts, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const anyJson = fc.json({ maxDepth: 3 }).filter((json) => !/_sd|\.\.\./.test(json))
const emptyLooking = fc.constantFrom('false', '0', '""', 'null', '[]', '{}', '"false"', '-0', '1.0', '1e2')
const addressAt = claimNames.indexOf('Address')
const anySelection = fc.shuffledSubarray([...Array(44).keys()])

const createSalt = (octets: number) =>
  changeSalts((salt, i) => Buffer.alloc(octets, `${salt}${i}`).toString('base64url'))

const toHex = (salt: string): string => Buffer.from(salt, 'base64url').toString('hex')
const toUuid = (salt: string): string => toHex(salt).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const photo = Buffer.alloc(45_000, 'photo').toString('base64')

/** Sorts the disclosures by their salts, which are random. */
const shuffleDisclosures = replaceStep(
  'issuer',
  'conceal',
  (conceal) => (claims) => conceal(claims).toSorted((a, b) => (a.salt < b.salt ? -1 : 1)),
)

const discloseTwoClaims = replaceStep(
  'issuer',
  'draft',
  (draft) => (session, key) => draft({ ...session, holder: { IsNRI: false, Gender: 'F' } }, key),
)

const addIssuerToAnswer = replaceStep(
  'verifier',
  'decide',
  (decide) => (claims, refused) => put('/claims/iss', 'https://issuer.example')(decide(claims, refused)),
)

/** The issuer follows the decisions by itself. */
const unchanged = changeClaims((all) => all)

/** An address with parts that have claims of their own as well. */
const anAddress = { Vtc: 'Samepur', Pincode: '110001' }

const decoys = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(4, '0').padEnd(43, 'A'))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('SD', 'discloses any selection of its claims in any order', describedFamily(anySelection, (kept) => kept.join(), (kept) => changeDisclosures((texts) => kept.flatMap((i) => texts[i] ?? [])))),
  variant('SD', 'discloses one claim', changeDisclosures((texts) => texts.slice(10, 11))),
  variant('SD', 'has a name in any script', describedFamily(anyName, (name) => JSON.stringify(name), (name) => setValue('ResidentName', name))),
  variant('SD', 'has a claim with any JSON value', describedFamily(anyJson, String, (json) => setValue('Landmark', new RawJson(json)))),
  variant('SD', 'has a value that is easily mistaken for an absent one', describedFamily(emptyLooking, String, (json) => setValue('Building', new RawJson(json)))),
  variant('SD', 'writes its disclosures with white space', changeJson((json) => json.replace('[', '[ ').replaceAll('","', '" ,\n "'))),
  variant('SD', 'has an address in an object that is written with blanks', combineMutations(setValue('Address', anAddress), changeJson((json) => json.replaceAll('":"', '": "').replaceAll('","', '", "')))),
  variant('SD', 'has an address in an object, and discloses nothing else', combineMutations(setValue('Address', anAddress), changeDisclosures((texts) => texts.slice(addressAt, addressAt + 1)))),
  variant('SD', 'hashes an address in an object as other libraries write it', combineMutations(setValue('Address', anAddress), changeConcealed('Address', ({ json }) => ({ json: json.replaceAll('":"', '": "').replaceAll('","', '", "') })))),
  variant('SD', 'escapes characters without need', changeJson((json) => json.replaceAll('/', '\\/')), { profile: 'document-rfc9901' }),
  variant('SD', 'escapes what is not ASCII', changeJson(escapeNonAscii)),
  variant('SD-WRITTEN', 'writes its disclosures as compact JSON, as agreed', unchanged, { decisions: { 'sd.writing': 'compact' } }),
  variant('SD-WRITTEN', 'has values that need escapes in compact JSON', setValue('Landmark', 'quote " backslash \\ tab \t bell \u0007'), { decisions: { 'sd.writing': 'compact' } }),
  variant('SD', 'has salts of any sufficient length', describedFamily(fc.constantFrom(16, 20, 32, 33, 48, 64), String, createSalt)),
  variant('SD', 'has salts of different lengths', changeSalts((salt, i) => `${salt}${'A'.repeat(i % 5)}`)),
  variant('SD', 'has salts in hex', changeSalts(toHex)),
  variant('SD', 'has salts that are UUIDs', changeSalts(toUuid)),
  variant('SD', 'has a photo of 60 kB', setValue('ResidentImage', photo)),
  variant('SD', 'has two claims with the same value', combineMutations(setValue('Vtc', 'Samepur'), setValue('District', 'Samepur'))),
  variant('SD', 'has a value that is the name of a claim', setValue('ResidentName', 'Dob')),
  variant('SD', 'has a value that contains the name of another claim', setValue('CareOf', 'abcResidentNameMallory')),
  ...constructions.map((each) => variant('SD', `computes digests as under ${each}, as agreed`, unchanged, { decisions: { 'sd.digest': each } })),
  variant('SD', 'puts the salt first, as agreed', unchanged, { decisions: { 'sd.order': 'salt-name-value' } }),

  ...markLive([
    variant('SD', 'shuffles its disclosures, and puts the digests in the same order', combineMutations(shuffleDisclosures, placeDigests((digests) => digests))),
    variant('SD', 'sorts its digests in descending order', placeDigests((digests) => digests.toSorted().toReversed())),
    variant('SD', 'puts the same decoy digests before the others', placeDigests((digests) => [...decoys, ...digests.toSorted()])),
    variant('SD', 'discloses two claims', discloseTwoClaims),
    variant('SD', 'includes a member of the payload in its answer', addIssuerToAnswer),
    variant('SD', 'answers with status 503', changeResponse('verifier', 'presentation', (response) => ({ ...response, status: 503, body: '' }))),
  ]),
]
