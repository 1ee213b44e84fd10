import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue, type Writable } from '../../../protocol/encoding/json.ts'
import { type Claim, computeClaimDigest, constructions, getRawValue } from '../../../protocol/sd-jwt/claim.ts'
import { type ClaimDraft, writeDisclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import { CLAIMS } from '../claims/requirements.ts'
import { editSerialization } from '../credential/edits.ts'
import { CRED } from '../credential/requirements.ts'
import { change, drop, put } from '../kit/edits.ts'
import { describedFamily, valueFamily } from '../kit/family.ts'
import { changeClaims, changeDisclosures, mutate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import {
  addClaim,
  aSalt,
  changeConcealed,
  changeDigest,
  changeDigestList,
  changeElements,
  changeJson,
  changeSalts,
  changeText,
  decodeText,
  escapeNonAscii,
  readElements,
  readName,
  setValue,
  tamperDisclosure,
  writeInOrder,
} from './edits.ts'
import { SD } from './requirements.ts'
import { selectionFaults } from './selection-faults.ts'

const sha256 = (input: string): string => hash('sha256', input, 'base64url')
const listParts = (claim: Claim): readonly string[] => [claim.salt, claim.name, getRawValue(claim)]

/** Other ways to write the JSON of a disclosure. */
const otherWritings: Readonly<Record<string, (json: string) => string>> = {
  'writes its disclosures with white space': (json) => json.replaceAll('","', '", "'),
  'ends its disclosures with a line feed': (json) => `${json}\n`,
  'escapes what is not ASCII': escapeNonAscii,
}

/** Replaces each salt by 128 bits of a digest. */
const deriveSalts = (derive: (claim: ClaimDraft, index: number) => string) =>
  changeClaims((all) => all.map((claim, i) => ({ ...claim, salt: sha256(derive(claim, i)).slice(0, 22) })))

const saltsFromId = changeResult('issuer', 'draft', (draft) => ({
  ...draft,
  claims: draft.claims.map((claim) => ({ ...claim, salt: sha256(`${draft.payload.id}${claim.name}`).slice(0, 22) })),
}))

/** Digests of readers who misunderstand section 2.9. */
const mistakes: Readonly<Record<string, (claim: Claim) => string>> = {
  'concatenates the parts in the order of the disclosure': (claim) =>
    sha256([claim.name, getRawValue(claim), claim.salt].map(encodeBase64url).join('')),
  'joins the parts with dots': (claim) => sha256(listParts(claim).map(encodeBase64url).join('.')),
  'concatenates the parts without encoding them': (claim) => sha256(listParts(claim).join('')),
  'hashes the decoded disclosure': ({ text }) => sha256(decodeText(text)),
}

const hashWithSha512 = (claim: Claim): string =>
  hash('sha512', listParts(claim).map(encodeBase64url).join(''), 'base64url')

const toHex = (digest: string): string => Buffer.from(digest, 'base64url').toString('hex')

/** Replaces the salt of a disclosure: the same claim in another credential has another one. */
const replaceSalt = (text: string): string =>
  changeElements(text, ([name = null, value = null, salt]) => [name, value, String(salt).split('').reverse().join('')])

const neverIssued = writeDisclosure({ name: 'Extra', value: 'xxxxx', salt: aSalt }, 'name-value-salt').text

const anySuffix = fc.tuple(
  fc.constantFrom('ResidentName', 'LocalResidentName', 'Dob', 'Street', 'Pincode', 'Address'),
  fc.string({ minLength: 1, maxLength: 3 }),
)
const appendToValue = ([name, suffix]: readonly [name: string, suffix: string]) =>
  tamperDisclosure(name, ([, value = null, salt = null]) => [name, `${value}${suffix}`, salt])

/** Disclosures that are no triple of name, value and salt, and what a lenient verifier hashes in place of a part. */
const notTriples: Readonly<
  Record<string, readonly [how: (elements: readonly JsonValue[]) => JsonValue, hashed?: Partial<Claim>]>
> = {
  'leaves out a salt': [([name = null, value = null]) => [name, value], { salt: '' }],
  'adds a fourth element': [(all) => [...all, 'more']],
  'sends a disclosure that is an object': [([name, value = null, salt = null]) => ({ [String(name)]: value, salt })],
  'sends a number as a salt': [([name = null, value = null]) => [name, value, 5], { salt: '5' }],
  'sends a number as a name': [([, value = null, salt = null]) => [5, value, salt], { name: '5' }],
}

/** Computes the digest of one claim under another construction than those of the others. */
const changeOneDigest = (name: string, compute: (claim: Claim) => string) =>
  changeDigest((claim, original) => (claim.name === name ? compute(claim) : original(claim)))

/** Repeats the value of a claim in plaintext. */
const repeatInHeader = (name: string) =>
  changeResult('issuer', 'draft', (draft) => ({
    ...draft,
    header: { ...draft.header, sub: String(draft.claims.find((claim) => claim.name === name)?.value) },
  }))
const repeatInPayload = (name: string) =>
  changeResult('issuer', 'draft', (draft) => ({
    ...draft,
    payload: { ...draft.payload, comment: [String(draft.claims.find((claim) => claim.name === name)?.value)] },
  }))

const toOtherAlphabet = (text: string): string =>
  Buffer.from(decodeText(text).replaceAll('a', '?>'), 'utf8').toString('base64')

const dropFirst = (digests: Writable): JsonValue => (Array.isArray(digests) ? digests.slice(1) : null)
const firstDigest = (content: Writable): JsonValue => {
  const digests = isObject(content) ? content._sd : undefined
  return Array.isArray(digests) ? (digests[0] ?? null) : null
}

/** Makes the lengths of the salts multiples of three. This is legal, and makes it possible to move boundaries. */
const alignedSalts = changeSalts((salt) => `${salt}AA`)

/** Moves the beginning of the name of a disclosure into its salt, so that it becomes another claim with the same digest. */
const moveBoundary = (from: string, to: string, encodeMoved: (text: string) => string = (text) => text) =>
  changeDisclosures((texts) =>
    texts.flatMap((text) => {
      const [name, value = null, salt] = readElements(text)
      if (name !== from) return name === to ? [] : [text]
      const moved = encodeMoved(from.slice(0, from.length - to.length))
      return [changeElements(text, () => [to, value, `${salt}${moved}`])]
    }),
  )

/** Moves the beginning of a name into the salt, so that the claim has a name that the set does not have. */
const moveNameIntoSalt = tamperDisclosure('ResidentName', ([name, value = null, salt]) => [
  String(name).slice(3),
  value,
  `${salt}${String(name).slice(0, 3)}`,
])

/** Takes a part of the value of `CareOf` for a name and a value. */
const splitValue = changeDisclosures((texts) =>
  texts.flatMap((text) => {
    const [name, , salt] = readElements(text)
    if (name === 'ResidentName') return []
    const split = ['ResidentName', 'Mallory', `${salt}CareOfabc`]
    return [name === 'CareOf' ? changeElements(text, () => split) : text]
  }),
)

const discloseOnly = (name: string) => changeDisclosures((texts) => texts.filter((text) => readName(text) === name))

const setInPayload = (name: string, value: JsonValue) => mutate.credentialPayload(put(`/${name}`, value))

/** Plaintext claims that are recognised by their name. */
const renamed = fc.constantFrom<readonly [name: string, value: JsonValue]>(
  ['age_over_18', true],
  ['ageAbove60', 'true'],
  ['gender', 'F'],
  ['sex', 'female'],
  ['yob', '1951'],
  ['birth_year', 1951],
  ['date_of_birth', '28/02/1951'],
  ['is_nri', false],
)

const withRfc9901 = { profile: 'document-rfc9901' } as const

const asCompact = { decisions: { 'sd.writing': 'compact' }, rejection: 'none' } as const

const nameFirst = { decisions: { 'sd.order': 'name-value-salt' } } as const

/** Boundaries can be moved only where the digest is that of the parts. */
const ofParts = { unless: { 'sd.digest': 'disclosure' } } as const

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  ...Object.entries(mistakes).map(([description, compute]) => fault(SD.DIGEST, description, changeDigest(compute))),
  ...constructions.filter((each) => each !== 'parts').map((each) => fault(SD.DIGEST, `computes digests as under ${each}`, changeDigest((claim) => computeClaimDigest(claim, each)), { unless: { 'sd.digest': each } })),
  fault(SD.DIGEST, 'hashes concatenated parts where RFC 9901 was agreed', changeDigest((claim) => computeClaimDigest(claim, 'parts')), { ...withRfc9901, unless: { 'sd.digest': 'parts' }, alsoBreaks: [SD.RFC9901] }),
  fault(SD.DIGEST, 'hashes with SHA-512', changeDigest(hashWithSha512), { alsoBreaks: [CRED.SD] }),
  fault(SD.DIGEST, 'encodes digests in hex', changeDigest((claim, original) => toHex(original(claim))), { alsoBreaks: [CRED.SD] }),
  fault(SD.INCLUDED, 'changes a value after signing', tamperDisclosure('ResidentName', ([name = null, , salt = null]) => [name, 'Mallory', salt])),
  fault(SD.INCLUDED, 'changes a salt after signing', tamperDisclosure('Gender', ([name = null, value = null]) => [name, value, aSalt])),
  fault(SD.INCLUDED, 'changes a name after signing', tamperDisclosure('Pincode', ([, value = null, salt = null]) => ['PoName', value, salt]), { alsoBreaks: [SD.NAME] }),
  fault(SD.INCLUDED, 'inverts a boolean after signing', tamperDisclosure('AgeAbove75', ([name = null, value, salt = null]) => [name, !value, salt])),
  ...(['ResidentImage', 'LocalResidentName', 'MaskedUID'] as const).map((claim) =>
    fault(SD.INCLUDED, `lengthens \`${claim}\` after signing`, tamperDisclosure(claim, ([name = null, value = null, salt = null]) => [name, `${value}${'A'.repeat(4096)}`, salt]))),
  fault(SD.INCLUDED, 'has the digest of a disclosure in another member than `_sd`', mutate.embedded((all) => put('/digests', [firstDigest(all)])(change('/_sd', dropFirst)(all)))),
  fault(SD.INCLUDED, 'adds a disclosure that was never issued', changeDisclosures((texts) => [...texts, neverIssued]), { alsoBreaks: [CLAIMS.NAMES] }),
  fault(SD.INCLUDED, 'appends characters to a value after signing', describedFamily(anySuffix, ([name, suffix]) => `${name} + ${JSON.stringify(suffix)}`, appendToValue)),
  fault(SD.INCLUDED, 'sends the disclosures of another credential', changeDisclosures((texts) => texts.map(replaceSalt))),
  fault(SD.TRIPLE, 'puts the salt first', writeInOrder('salt-name-value'), nameFirst),
  fault(SD.TRIPLE, 'puts the salt last where RFC 9901 was agreed', writeInOrder('name-value-salt'), { ...withRfc9901, decisions: { 'sd.order': 'salt-name-value' } }),
  fault(SD.TRIPLE, 'puts the salt of one claim first', writeInOrder('salt-name-value', (i) => i === 3), nameFirst),
  ...Object.entries(notTriples).map(([description, [how, hashed]]) => fault(SD.TRIPLE, description, changeConcealed('PoName', ({ text }) => ({ ...hashed, text: changeElements(text, how) })))),
  fault(SD.SALTED, 'uses one salt for all claims', changeSalts(() => aSalt)),
  fault(SD.SALTED, 'uses one salt for two claims', changeClaims((all) => all.map((claim, i) => (i === 7 ? { ...claim, salt: all[3]?.salt ?? '' } : claim)))),
  fault(SD.SALTED, 'leaves a salt empty', changeSalts((salt, i) => (i === 5 ? '' : salt))),
  fault(SD.ENTROPY, 'uses a counter as the salt', changeSalts((_, i) => `salt-${i}`)),
  fault(SD.ENTROPY, 'uses salts of eight octets', changeSalts((salt) => salt.slice(0, 11))),
  fault(SD['SALT-ONCE'], 'derives salts from a secret and the names of the claims', deriveSalts(({ name }) => `secret of the issuer${name}`)),
  fault(SD['SALT-ONCE'], 'uses one salt again in every credential', changeClaims((all) => all.map((claim, i) => (i === 7 ? { ...claim, salt: aSalt } : claim)))),
  fault(SD.GUESSLESS, 'derives salts from the id of the credential', saltsFromId),
  fault(SD.GUESSLESS, 'derives salts from the names of the claims', deriveSalts(({ name }) => name), { alsoBreaks: [SD['SALT-ONCE']] }),
  fault(SD.GUESSLESS, 'derives salts from the time', deriveSalts(({ salt }, i) => `${1_795_000_000_000 + salt.charCodeAt(0)}${i}`), { alsoBreaks: [SD['SALT-ONCE']] }),
  fault(SD.GUESSLESS, 'gives salts a long prefix and 36 random bits', changeSalts((salt) => `salt-of-the-issuer-${salt.slice(0, 6)}`)),
  fault(SD.EVERY, 'computes one digest as in RFC 9901', changeOneDigest('Dob', (claim) => computeClaimDigest(claim, 'disclosure')), { unless: { 'sd.digest': 'disclosure' } }),
  fault(SD.EVERY, 'computes one digest over a value with its JSON quotes', changeOneDigest('State', (claim) => computeClaimDigest(claim, 'parts-json-value'))),
  fault(SD.HIDDEN, 'repeats a name in the header', repeatInHeader('ResidentName')),
  fault(SD.HIDDEN, 'repeats an e-mail address in the payload', repeatInPayload('Email')),
  fault(SD.HIDDEN, 'sends the name in capitals in plaintext', setInPayload('name', 'ASHA "TEST" O\'EXAMPLE')),
  fault(SD.HIDDEN, 'sends a plaintext text with the name in it', setInPayload('display', 'Asha "Test" O\'Example, Sampletown')),
  fault(SD.HIDDEN, 'sends a claim in plaintext under another name', valueFamily(renamed, ([name, value]) => setInPayload(name, value))),
  fault(SD.ENCODED, 'pads a disclosure', changeText('Dob', (text) => `${text}=`), { rejection: 'none' }),
  fault(SD.ENCODED, 'encodes a disclosure in base64, not base64url', changeText('LocalResidentName', toOtherAlphabet), { rejection: 'none' }),
  fault(SD.ENCODED, 'sends a disclosure as JSON that is not encoded', changeText('Gender', decodeText)),
  fault(SD.ENCODED, 'sends a disclosure with invalid JSON', changeText('Gender', (text) => encodeBase64url(`${decodeText(text)}]`))),
  fault(SD.ENCODED, 'sends an empty disclosure', changeDisclosures((texts) => ['', ...texts])),
  fault(SD.RFC9901, 'issues the credential of section 2.9 where RFC 9901 was agreed', combineMutations(changeDigest((claim) => computeClaimDigest(claim, 'parts')), mutate.credentialPayload((all) => all)), { ...withRfc9901, alsoBreaks: [SD.DIGEST] }),
  ...Object.entries(otherWritings).map(([description, how]) => fault(SD.WRITTEN, `${description} where compact JSON was agreed`, changeJson(how), asCompact)),
  fault(SD.TERMINATED, 'leaves out the final `~`', editSerialization((all) => all.slice(0, -1)), { ...withRfc9901, decisions: { 'sd.serialization': 'tilde-terminated' } }),
  fault(SD.ONCE, 'repeats a digest', changeDigestList((all) => [...all, all[4] ?? ''])),
  fault(SD.TWICE, 'sends a disclosure twice', changeDisclosures((texts) => [...texts, texts[2] ?? ''])),
  ...['_sd', '_sd_alg', '...'].map((name) => fault(SD.NAME, `discloses a claim named ${name}`, addClaim(name), { alsoBreaks: [CLAIMS.NAMES] })),
  fault(SD.NAME, 'discloses two claims with the same name', addClaim('Vtc', 'Elsewhere')),
  fault(SD.NAME, 'has a disclosed claim in the payload as well', combineMutations(addClaim('Nickname', 'A'), setInPayload('Nickname', 'B')), { alsoBreaks: [CLAIMS.NAMES] }),
  ...['iss', 'exp', 'cnf', 'status', 'id'].map((name) => fault(SD.PERMANENT, `discloses ${name}`, addClaim(name), { alsoBreaks: [CLAIMS.NAMES] })),
  fault(SD.PERMANENT, 'moves an `exp` that has passed into a disclosure', combineMutations(mutate.credentialPayload(drop('/exp')), addClaim('exp', 1_700_000_000)), { alsoBreaks: [CRED.EXP, CRED.MODEL, CLAIMS.NAMES] }),
  fault(SD.RECUT, 'turns MaskedMobile into Mobile', combineMutations(alignedSalts, moveBoundary('MaskedMobile', 'Mobile')), { ...ofParts, rejection: 'advised' }),
  fault(SD.RECUT, 'turns SubDistrict into District and discloses nothing else', combineMutations(alignedSalts, combineMutations(moveBoundary('SubDistrict', 'District'), discloseOnly('SubDistrict'))), { ...ofParts, rejection: 'advised' }),
  fault(SD.RECUT, 'turns MaskedEmail into Email where salts are not encoded again', moveBoundary('MaskedEmail', 'Email', encodeBase64url), { decisions: { 'sd.digest': 'parts-bare-salt' }, rejection: 'advised' }),
  fault(SD.RECUT, 'turns the middle of a value into a claim', combineMutations(combineMutations(alignedSalts, setValue('CareOf', 'abcResidentNameMallory')), splitValue), { ...ofParts, rejection: 'advised' }),
  fault(SD.RECUT, 'moves the beginning of a name into the salt', combineMutations(alignedSalts, moveNameIntoSalt), { ...ofParts, rejection: 'advised', alsoBreaks: [CLAIMS.NAMES] }),
  fault(SD['NO-BINDING'], 'appends a Key Binding JWT', editSerialization((all) => `${all}eyJhbGciOiJFUzI1NiJ9.e30.AAAA`)),
  fault(SD.FLAT, 'puts `_sd` into a nested object', setInPayload('address', { _sd: [] })),
  fault(SD.FLAT, 'puts a digest into an array', setInPayload('list', [{ '...': 'A'.repeat(43) }])),

  ...selectionFaults,
]
