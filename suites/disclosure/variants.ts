import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { RawJson } from '../../protocol/encoding/json.ts'
import { constructions } from '../../protocol/sd-jwt/claim.ts'
import { put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims, changeDisclosures } from '../kit/message-mutations.ts'
import { changeResponse, changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'

const value = (name: string, written: string) =>
  changeClaims((all) => all.map((claim) => (claim.name === name ? { ...claim, value: new RawJson(written) } : claim)))

/** Writes the JSON of every disclosure anew before its digest is made. */
const respelled = (how: (json: string) => string) =>
  changeResult('issuer', 'conceal', (all) =>
    all.map((claim) => ({
      ...claim,
      text: encodeBase64url(how(Buffer.from(claim.text, 'base64url').toString('utf8'))),
    })),
  )

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

const conceal = (how: (salts: readonly [string, string]) => number) =>
  replaceStep('issuer', 'conceal', (honest) => (claims) => honest(claims).toSorted((a, b) => how([a.salt, b.salt])))

const embed = (how: (digests: readonly string[]) => readonly string[]) =>
  replaceStep('issuer', 'embed', (honest) => (payload, digests) => put('/_sd', how(digests))(honest(payload, digests)))

const bySalt = conceal(([a, b]) => (a < b ? -1 : 1))

const decoys = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(4, '0').padEnd(43, 'A'))

export const variants: readonly Variant[] = [
  variant(
    'SD',
    'shows any selection of its claims in any order',
    describedFamily(
      fc.shuffledSubarray([...Array(44).keys()]),
      (kept) => kept.join(),
      (kept) => changeDisclosures((texts) => kept.flatMap((i) => texts[i] ?? [])),
    ),
  ),
  variant(
    'SD',
    'shows one claim',
    changeDisclosures((texts) => texts.slice(10, 11)),
  ),
  variant(
    'SD',
    'names people in any script',
    describedFamily(
      fc.array(scripts, { minLength: 1, maxLength: 5 }),
      (all) => JSON.stringify(all.join(' ')),
      (all) =>
        changeClaims((claims) =>
          claims.map((claim) => (claim.name === 'ResidentName' ? { ...claim, value: all.join(' ') } : claim)),
        ),
    ),
  ),
  variant(
    'SD',
    'has any value that JSON has',
    describedFamily(
      fc.json({ maxDepth: 3 }).filter((json) => !/_sd|\.\.\./.test(json)),
      String,
      (json) => value('Landmark', json),
    ),
  ),
  variant(
    'SD',
    'has values that are easily taken for nothing',
    describedFamily(
      fc.constantFrom('false', '0', '""', 'null', '[]', '{}', '"false"', '-0', '1.0', '1e2'),
      String,
      (json) => value('Building', json),
    ),
  ),
  variant(
    'SD',
    'writes its disclosures with blanks',
    respelled((json) => json.replace('[', '[ ').replaceAll('","', '" ,\n "')),
  ),
  variant(
    'SD',
    'escapes what need not be escaped',
    respelled((json) => json.replaceAll('/', '\\/')),
    { profile: 'rfc9901' },
  ),
  variant(
    'SD',
    'has salts of any length that is enough',
    describedFamily(fc.constantFrom(16, 20, 32, 33, 48, 64), String, (octets) =>
      changeClaims((all) =>
        all.map((claim, i) => ({ ...claim, salt: Buffer.alloc(octets, `${claim.salt}${i}`).toString('base64url') })),
      ),
    ),
  ),
  variant(
    'SD',
    'has salts of many lengths',
    changeClaims((all) => all.map((claim, i) => ({ ...claim, salt: `${claim.salt}${'A'.repeat(i % 5)}` }))),
  ),
  variant(
    'SD',
    'has salts in hex',
    changeClaims((all) =>
      all.map((claim) => ({ ...claim, salt: Buffer.from(claim.salt, 'base64url').toString('hex') })),
    ),
  ),
  variant(
    'SD',
    'has salts that are UUIDs',
    changeClaims((all) =>
      all.map((claim) => ({
        ...claim,
        salt: `${Buffer.from(claim.salt, 'base64url')
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`,
      })),
    ),
  ),
  variant(
    'SD',
    'has a photo of 60 kB',
    changeClaims((all) =>
      all.map((claim) =>
        claim.name === 'ResidentImage' ? { ...claim, value: Buffer.alloc(45_000, 'photo').toString('base64') } : claim,
      ),
    ),
  ),
  variant(
    'SD',
    'gives two claims the same value',
    changeClaims((all) =>
      all.map((claim) => (claim.name === 'Vtc' || claim.name === 'District' ? { ...claim, value: 'Samepur' } : claim)),
    ),
  ),
  variant(
    'SD',
    'has a value that is the name of a claim',
    changeClaims((all) => all.map((claim) => (claim.name === 'ResidentName' ? { ...claim, value: 'Dob' } : claim))),
  ),
  variant(
    'SD',
    'has a value that holds the name of another claim',
    changeClaims((all) =>
      all.map((claim) => (claim.name === 'CareOf' ? { ...claim, value: 'abcResidentNameMallory' } : claim)),
    ),
  ),
  ...constructions.map((each) =>
    variant(
      'SD',
      `makes digests as was agreed, as under ${each}`,
      changeClaims((all) => all),
      { decisions: { 'sd.digest': each } },
    ),
  ),
  variant(
    'SD',
    'puts the salt first where that was agreed',
    changeClaims((all) => all),
    { decisions: { 'sd.order': 'salt-name-value' } },
  ),

  ...markLive([
    variant(
      'SD',
      'shuffles its disclosures, and leaves the digests in their order',
      combineMutations(
        bySalt,
        embed((digests) => digests),
      ),
    ),
    variant(
      'SD',
      'sorts its digests backwards',
      embed((digests) => digests.toSorted().toReversed()),
    ),
    variant(
      'SD',
      'puts the same digests of nothing in front',
      embed((digests) => [...decoys, ...digests.toSorted()]),
    ),
    variant(
      'SD',
      'discloses two claims',
      replaceStep(
        'issuer',
        'draft',
        (honest) => (session, key) => honest({ ...session, holder: { IsNRI: false, Gender: 'F' } }, key),
      ),
    ),
    variant(
      'SD',
      'tells which members of the signed part it read',
      replaceStep(
        'verifier',
        'decide',
        (honest) => (claims, refused) => put('/claims/iss', 'https://issuer.example')(honest(claims, refused)),
      ),
    ),
    variant(
      'SD',
      'says that it is out of order',
      changeResponse('verifier', 'presentation', (replied) => ({ ...replied, status: 503, body: '' })),
    ),
  ]),
]
