import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { constructions } from '../../src/protocol/claim.ts'
import { RawJson } from '../../src/protocol/json.ts'
import { after, claims, disclosures } from '../deviations.ts'
import { family } from '../family.ts'

const value = (name: string, written: string) =>
  claims((all) => all.map((claim) => (claim.name === name ? { ...claim, value: new RawJson(written) } : claim)))

/** Writes the JSON of every disclosure anew before its digest is made. */
const respelled = (how: (json: string) => string) =>
  after('issuer', 'conceal', (all) =>
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

export const variants: readonly Variant[] = [
  variant(
    'SD',
    'shows any selection of its claims in any order',
    family(
      fc.shuffledSubarray([...Array(44).keys()]),
      (kept) => kept.join(),
      (kept) => disclosures((texts) => kept.flatMap((i) => texts[i] ?? [])),
    ),
  ),
  variant(
    'SD',
    'shows one claim',
    disclosures((texts) => texts.slice(10, 11)),
  ),
  variant(
    'SD',
    'names people in any script',
    family(
      fc.array(scripts, { minLength: 1, maxLength: 5 }),
      (all) => JSON.stringify(all.join(' ')),
      (all) =>
        claims((claims) =>
          claims.map((claim) => (claim.name === 'ResidentName' ? { ...claim, value: all.join(' ') } : claim)),
        ),
    ),
  ),
  variant(
    'SD',
    'has any value that JSON has',
    family(
      fc.json({ maxDepth: 3 }).filter((json) => !/_sd|\.\.\./.test(json)),
      String,
      (json) => value('Landmark', json),
    ),
  ),
  variant(
    'SD',
    'has values that are easily taken for nothing',
    family(fc.constantFrom('false', '0', '""', 'null', '[]', '{}', '"false"', '-0', '1.0', '1e2'), String, (json) =>
      value('Building', json),
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
    { under: 'rfc9901' },
  ),
  variant(
    'SD',
    'has salts of any length that is enough',
    family(fc.constantFrom(16, 20, 32, 33, 48, 64), String, (octets) =>
      claims((all) =>
        all.map((claim, i) => ({ ...claim, salt: Buffer.alloc(octets, `${claim.salt}${i}`).toString('base64url') })),
      ),
    ),
  ),
  variant(
    'SD',
    'has salts of many lengths',
    claims((all) => all.map((claim, i) => ({ ...claim, salt: `${claim.salt}${'A'.repeat(i % 5)}` }))),
  ),
  variant(
    'SD',
    'has salts in hex',
    claims((all) => all.map((claim) => ({ ...claim, salt: Buffer.from(claim.salt, 'base64url').toString('hex') }))),
  ),
  variant(
    'SD',
    'has salts that are UUIDs',
    claims((all) =>
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
    claims((all) =>
      all.map((claim) =>
        claim.name === 'ResidentImage' ? { ...claim, value: Buffer.alloc(45_000, 'photo').toString('base64') } : claim,
      ),
    ),
  ),
  variant(
    'SD',
    'gives two claims the same value',
    claims((all) =>
      all.map((claim) => (claim.name === 'Vtc' || claim.name === 'District' ? { ...claim, value: 'Samepur' } : claim)),
    ),
  ),
  variant(
    'SD',
    'has a value that is the name of a claim',
    claims((all) => all.map((claim) => (claim.name === 'ResidentName' ? { ...claim, value: 'Dob' } : claim))),
  ),
  variant(
    'SD',
    'has a value that holds the name of another claim',
    claims((all) =>
      all.map((claim) => (claim.name === 'CareOf' ? { ...claim, value: 'abcResidentNameMallory' } : claim)),
    ),
  ),
  ...constructions.map((each) =>
    variant(
      'SD',
      `makes digests as was agreed, as under ${each}`,
      claims((all) => all),
      { given: { 'sd.digest': each } },
    ),
  ),
  variant(
    'SD',
    'puts the salt first where that was agreed',
    claims((all) => all),
    { given: { 'sd.order': 'salt-name-value' } },
  ),
]
