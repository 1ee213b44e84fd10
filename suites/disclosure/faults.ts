import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { type Fault, fault } from '../../model/fault.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { type Claim, computeClaimDigest, constructions } from '../../protocol/sd-jwt/claim.ts'
import { writeDisclosure } from '../../protocol/sd-jwt/disclosure.ts'
import { CLAIMS } from '../claims/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims, changeDisclosures, mutate } from '../kit/message-mutations.ts'
import { changeResponse, changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { SD } from './requirements.ts'

const digests = (how: (claim: Claim, honest: (claim: Claim) => string) => string) =>
  replaceStep('issuer', 'digest', (honest) => (claim) => how(claim, honest))

const sha256 = (input: string): string => hash('sha256', input, 'base64url')
const parts = ({ salt, name, value, json }: Claim): readonly string[] => [
  salt,
  name,
  typeof value === 'string' ? value : json,
]

/** Ways of making a digest that a hurried reader of section 2.9 may end up with. */
const mistakes: Readonly<Record<string, (claim: Claim) => string>> = {
  'joins the parts in the order of the disclosure': ({ name, value, json, salt }) =>
    sha256([name, typeof value === 'string' ? value : json, salt].map(encodeBase64url).join('')),
  'joins the parts with dots': (claim) => sha256(parts(claim).map(encodeBase64url).join('.')),
  'joins the parts unencoded': (claim) => sha256(parts(claim).join('')),
  'hashes the decoded disclosure': ({ text }) => sha256(Buffer.from(text, 'base64url').toString('utf8')),
}

/** Changes one disclosure, told by the name of its claim, on its way into the credential. */
const tamper = (name: string, how: (elements: readonly JsonValue[]) => JsonValue) =>
  changeDisclosures((texts) =>
    texts.map((text) => (nameIn(text) === name ? encodeBase64url(JSON.stringify(how(elementsOf(text)))) : text)),
  )

const elementsOf = (text: string): readonly JsonValue[] => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
/** The same claim as another credential has it: with another salt. */
const resalted = (text: string): string => {
  const [name = null, value = null, salt] = elementsOf(text)
  return encodeBase64url(JSON.stringify([name, value, String(salt).split('').reverse().join('')]))
}

const nameIn = (text: string): JsonValue | undefined => elementsOf(text)[0]

/** Changes the text of one disclosure before its digest is made. */
const rewritten = (name: string, how: (text: string) => string) =>
  changeResult('issuer', 'conceal', (all) =>
    all.map((claim) => (claim.name === name ? { ...claim, text: how(claim.text) } : claim)),
  )

const salts = (how: (salt: string, index: number) => string) =>
  changeClaims((all) => all.map((claim, i) => ({ ...claim, salt: how(claim.salt, i) })))

const named = (name: string, value: JsonValue = 'x'.repeat(5)) =>
  changeClaims((all) => [...all, { name, value, salt: 'c2FsdHNhbHRzYWx0c2FsdA' }])

/** Salts whose length is a multiple of three: legal, and what makes joined parts fit to be cut anew. */
const alignedSalts = salts((salt) => `${salt}AA`)

/** Cuts a genuine disclosure anew, so that it tells another claim; the claim that had the name is held back. */
const recut = (from: string, to: string, inSalt: (rest: string) => string = (rest) => rest) =>
  changeDisclosures((texts) =>
    texts.flatMap((text) => {
      const [name, value = null, salt] = elementsOf(text)
      if (name !== from) return name === to ? [] : [text]
      return [encodeBase64url(JSON.stringify([to, value, `${salt}${inSalt(from.slice(0, from.length - to.length))}`]))]
    }),
  )

/** What stands in `CareOf` is taken for a name and a value of its own. */
const forged = changeDisclosures((texts) =>
  texts.flatMap((text) => {
    const [name, , salt] = elementsOf(text)
    if (name === 'ResidentName') return []
    return [name === 'CareOf' ? encodeBase64url(JSON.stringify(['ResidentName', 'Mallory', `${salt}CareOfabc`])) : text]
  }),
)

const only = (name: string) => changeDisclosures((texts) => texts.filter((text) => nameIn(text) === name))

/** Issuers with an order of their own for the digests, which come in the order of the claims. */
const ordered = (how: (digests: readonly string[]) => readonly string[]) =>
  replaceStep('issuer', 'embed', (honest) => (payload, digests) => put('/_sd', how(digests))(honest(payload, digests)))

/** Verifiers that judge by the claims that they read. */
const deciding = (how: (made: Writable, claims: JsonObject) => Writable) =>
  changeResult('verifier', 'decide', (made, [claims]) => how(made, claims))

const refusal = { accepted: false, refused: ['SD-INCLUDED'] }

const count = (claims: JsonObject): number => Object.keys(claims).length

/** Answers with an error where nothing was disclosed. */
const failingOnNone = changeResponse('verifier', 'presentation', (replied) => {
  const { claims } = JSON.parse(replied.body) as { readonly claims?: JsonObject } // our own verifier wrote it
  return isObject(claims) && count(claims) === 0 ? { ...replied, status: 422, body: writeJson(refusal) } : replied
})

export const faults: readonly Fault[] = [
  ...Object.entries(mistakes).map(([deed, digest]) => fault(SD.DIGEST, deed, digests(digest))),
  ...constructions
    .filter((each) => each !== 'parts')
    .map((each) =>
      fault(
        SD.DIGEST,
        `makes digests as under ${each}`,
        digests((claim) => computeClaimDigest(claim, each)),
      ),
    ),
  fault(
    SD.DIGEST,
    'joins the parts where RFC 9901 was agreed',
    digests((claim) => computeClaimDigest(claim, 'parts')),
    { profile: 'rfc9901', alsoBreaks: [SD.RFC9901] },
  ),
  fault(
    SD.DIGEST,
    'hashes with another algorithm',
    digests((claim) => hash('sha512', parts(claim).map(encodeBase64url).join(''), 'base64url')),
    { alsoBreaks: [CRED.SD] },
  ),
  fault(
    SD.DIGEST,
    'writes digests in hex',
    digests((claim, honest) => Buffer.from(honest(claim), 'base64url').toString('hex')),
    { alsoBreaks: [CRED.SD] },
  ),
  fault(
    SD.INCLUDED,
    'changes a value after signing',
    tamper('ResidentName', ([name = null, , salt = null]) => [name, 'Mallory', salt]),
  ),
  fault(
    SD.INCLUDED,
    'changes a salt after signing',
    tamper('Gender', ([name = null, value = null]) => [name, value, 'c2FsdHNhbHRzYWx0c2FsdA']),
  ),
  fault(
    SD.INCLUDED,
    'changes a name after signing',
    tamper('Pincode', ([, value = null, salt = null]) => ['PoName', value, salt]),
    { alsoBreaks: [SD.NAME] },
  ),
  fault(
    SD.INCLUDED,
    'turns a yes into a no',
    tamper('AgeAbove75', ([name = null, value, salt = null]) => [name, !value, salt]),
  ),
  fault(
    SD.INCLUDED,
    'adds a disclosure that was never issued',
    changeDisclosures((texts) => [
      ...texts,
      writeDisclosure({ name: 'Extra', value: 'x'.repeat(5), salt: 'c2FsdHNhbHRzYWx0c2FsdA' }, 'name-value-salt').text,
    ]),
    { alsoBreaks: [CLAIMS.NAMES] },
  ),
  fault(
    SD.INCLUDED,
    'changes any one character of any value',
    describedFamily(
      fc.tuple(
        fc.constantFrom('ResidentName', 'LocalResidentName', 'Dob', 'Street', 'Pincode', 'Address'),
        fc.string({ minLength: 1, maxLength: 3 }),
      ),
      ([name, more]) => `${name} + ${JSON.stringify(more)}`,
      ([name, more]) =>
        changeDisclosures((texts) => texts.map((text) => (nameIn(text) === name ? lengthened(text, more) : text))),
    ),
  ),
  fault(
    SD.INCLUDED,
    'shows the disclosures of another credential',
    changeDisclosures((texts) => texts.map((text) => resalted(text))),
  ),
  fault(
    SD.TRIPLE,
    'puts the salt first',
    changeResult('issuer', 'conceal', (all) =>
      all.map((claim) => writeDisclosure({ ...claim, value: claim.value as JsonValue }, 'salt-name-value')),
    ),
  ),
  fault(
    SD.TRIPLE,
    'puts the salt last where RFC 9901 was agreed',
    changeResult('issuer', 'conceal', (all) =>
      all.map((claim) => writeDisclosure({ ...claim, value: claim.value as JsonValue }, 'name-value-salt')),
    ),
    { profile: 'rfc9901' },
  ),
  fault(
    SD.TRIPLE,
    'puts the salt of one claim first',
    changeResult('issuer', 'conceal', (all) =>
      all.map((claim, i) =>
        i === 3 ? writeDisclosure({ ...claim, value: claim.value as JsonValue }, 'salt-name-value') : claim,
      ),
    ),
  ),
  ...Object.entries({
    'leaves out a salt': ([name = null, value = null]: readonly JsonValue[]) => [name, value],
    'adds a fourth element': (all: readonly JsonValue[]) => [...all, 'more'],
    'sends an object': ([name, value = null, salt = null]: readonly JsonValue[]) => ({ [String(name)]: value, salt }),
    'sends a number for a salt': ([name = null, value = null]: readonly JsonValue[]) => [name, value, 5],
    'sends a number for a name': ([, value = null, salt = null]: readonly JsonValue[]) => [5, value, salt],
  }).map(([deed, how]) => fault(SD.TRIPLE, deed, tamper('PoName', how))),
  fault(
    SD.SALTED,
    'uses one salt for all claims',
    salts(() => 'c2FsdHNhbHRzYWx0c2FsdA'),
  ),
  fault(
    SD.SALTED,
    'uses one salt for two claims',
    changeClaims((all) => all.map((claim, i) => (i === 7 ? { ...claim, salt: all[3]?.salt ?? '' } : claim))),
  ),
  fault(
    SD.SALTED,
    'leaves a salt empty',
    salts((salt, i) => (i === 5 ? '' : salt)),
  ),
  fault(
    SD.ENTROPY,
    'counts its salts',
    salts((_, i) => `salt-${i}`),
  ),
  fault(
    SD.ENTROPY,
    'uses salts of eight octets',
    salts((salt) => salt.slice(0, 11)),
  ),
  fault(
    SD.EVERY,
    'encodes one claim as RFC 9901 has it',
    digests((claim, honest) => (claim.name === 'Dob' ? computeClaimDigest(claim, 'disclosure') : honest(claim))),
  ),
  fault(
    SD.EVERY,
    'encodes one claim with its quotes',
    digests((claim, honest) =>
      claim.name === 'State' ? computeClaimDigest(claim, 'parts-json-value') : honest(claim),
    ),
  ),
  fault(
    SD.HIDDEN,
    'repeats a name in the header',
    changeResult('issuer', 'draft', (draft) => ({
      ...draft,
      header: { ...draft.header, sub: String(draft.claims.find(({ name }) => name === 'ResidentName')?.value) },
    })),
  ),
  fault(
    SD.HIDDEN,
    'repeats an e-mail address in the payload',
    changeResult('issuer', 'draft', (draft) => ({
      ...draft,
      payload: { ...draft.payload, comment: [String(draft.claims.find(({ name }) => name === 'Email')?.value)] },
    })),
  ),
  fault(
    SD.ENCODED,
    'pads a disclosure',
    rewritten('Dob', (text) => `${text}=`),
  ),
  fault(
    SD.ENCODED,
    'sends a disclosure in another alphabet',
    rewritten('LocalResidentName', (text) =>
      Buffer.from(Buffer.from(text, 'base64url').toString('utf8').replaceAll('a', '?>'), 'utf8').toString('base64'),
    ),
  ),
  fault(
    SD.ENCODED,
    'sends a disclosure as bare JSON',
    rewritten('Gender', (text) => Buffer.from(text, 'base64url').toString('utf8')),
  ),
  fault(
    SD.ENCODED,
    'breaks the JSON of a disclosure',
    rewritten('Gender', (text) => encodeBase64url(`${Buffer.from(text, 'base64url').toString('utf8')}]`)),
  ),
  fault(
    SD.ENCODED,
    'sends an empty disclosure',
    changeDisclosures((texts) => ['', ...texts]),
  ),
  fault(
    SD.RFC9901,
    'makes the credential of section 2.9 where RFC 9901 was agreed',
    combineMutations(
      digests((claim) => computeClaimDigest(claim, 'parts')),
      mutate.credentialPayload((all) => all),
    ),
    { profile: 'rfc9901', alsoBreaks: [SD.DIGEST] },
  ),
  fault(
    SD.TERMINATED,
    'leaves out the `~` at the very end',
    changeResult('issuer', 'joinDisclosures', (all) => all.slice(0, -1)),
    { profile: 'rfc9901' },
  ),
  fault(
    SD.ONCE,
    'repeats a digest',
    mutate.embedded(change('/_sd', (all) => (Array.isArray(all) ? [...all, all[4] ?? ''] : all))),
  ),
  fault(
    SD.TWICE,
    'sends a disclosure twice',
    changeDisclosures((texts) => [...texts, texts[2] ?? '']),
  ),
  ...['_sd', '_sd_alg', '...'].map((name) =>
    fault(SD.NAME, `discloses a claim named ${name}`, named(name), { alsoBreaks: [CLAIMS.NAMES] }),
  ),
  fault(SD.NAME, 'discloses a name twice', named('Dob', '1900-01-01')),
  ...['iss', 'exp', 'cnf', 'status', 'id'].map((name) =>
    fault(SD.PERMANENT, `discloses ${name}`, named(name), { alsoBreaks: [CLAIMS.NAMES] }),
  ),
  fault(SD.RECUT, 'turns MaskedMobile into Mobile', combineMutations(alignedSalts, recut('MaskedMobile', 'Mobile'))),
  fault(
    SD.RECUT,
    'turns SubDistrict into District and shows nothing else',
    combineMutations(alignedSalts, combineMutations(recut('SubDistrict', 'District'), only('SubDistrict'))),
  ),
  fault(
    SD.RECUT,
    'turns MaskedEmail into Email where salts are not encoded again',
    recut('MaskedEmail', 'Email', encodeBase64url),
    { decisions: { 'sd.digest': 'parts-bare-salt' } },
  ),
  fault(
    SD.RECUT,
    'turns the middle of a value into a claim',
    combineMutations(
      combineMutations(
        alignedSalts,
        changeClaims((all) =>
          all.map((claim) => (claim.name === 'CareOf' ? { ...claim, value: 'abcResidentNameMallory' } : claim)),
        ),
      ),
      forged,
    ),
  ),
  fault(
    SD['NO-BINDING'],
    'appends a key-binding JWT',
    changeResult('issuer', 'joinDisclosures', (all) => `${all}eyJhbGciOiJFUzI1NiJ9.e30.AAAA`),
  ),
  fault(
    SD.FLAT,
    'nests digests',
    mutate.credentialPayload((all) => ({ ...(all as object), address: { _sd: [] } })),
  ),
  fault(
    SD.FLAT,
    'puts a digest into an array',
    mutate.credentialPayload((all) => ({ ...(all as object), list: [{ '...': 'A'.repeat(43) }] })),
  ),

  fault(
    SD.SHUFFLED,
    'leaves the digests in the order of the claims',
    ordered((digests) => digests),
  ),
  fault(
    SD.SHUFFLED,
    'turns the order of the claims round',
    ordered((digests) => digests.toReversed()),
  ),
  fault(
    SD.SHUFFLED,
    'leaves a dozen digests where they are and sorts the rest',
    ordered((digests) => [...digests.slice(0, 12), ...digests.slice(12).toSorted()]),
  ),
  fault(
    SD['ANY-SUBSET'],
    'refuses who discloses nothing',
    deciding((made, claims) => (count(claims) === 0 ? refusal : made)),
  ),
  fault(SD['ANY-SUBSET'], 'refuses who discloses nothing, with an error', failingOnNone),
  fault(
    SD['ANY-SUBSET'],
    'refuses who discloses one claim alone',
    deciding((made, claims) => (count(claims) === 1 ? refusal : made)),
  ),
  fault(
    SD['ANY-SUBSET'],
    'loses the last claim that is disclosed',
    deciding((made, claims) => put('/claims', Object.fromEntries(Object.entries(claims).slice(0, -1)))(made)),
  ),
  fault(
    SD['ANY-SUBSET'],
    'reads a claim that nobody disclosed',
    deciding((made) => put('/claims/AgeAbove18', true)(made)),
  ),
  fault(
    SD['ANY-SUBSET'],
    'reads names in place of values',
    deciding((made, claims) =>
      put('/claims', Object.fromEntries(Object.keys(claims).map((name) => [name, name])))(made),
    ),
  ),
]

const lengthened = (text: string, more: string): string => {
  const [name = null, value = null, salt = null] = elementsOf(text)
  return encodeBase64url(JSON.stringify([name, `${value}${more}`, salt]))
}
