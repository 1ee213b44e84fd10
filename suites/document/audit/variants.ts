import { hash } from 'node:crypto'
import { type SampleVariant, sampleVariant } from '../../kit/samples.ts'
import { makeDecoys } from './faults.ts'
import { type ChangeDraft, many, type PopulationChange } from './population-change.ts'

const variant = (about: string) => sampleVariant<PopulationChange>(about)

const digest = (...parts: readonly (string | number)[]): string => hash('sha256', parts.join(' '))

/** Salts of another form, each made of random digits. */
const saltBy =
  (write: (digits: string) => string): ChangeDraft =>
  (draft, place) => ({
    ...draft,
    claims: draft.claims.map((claim, i) => ({ ...claim, salt: write(digest('variant', place, i)) })),
  })

const toUuid = (digits: string): string =>
  [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')

export const variants: readonly SampleVariant<PopulationChange>[] = [
  variant('POPULATION')('has hundreds of credentials', { credentials: many }),
  variant('POPULATION')('has one credential three times', {
    list: (all) => [...all, ...all.slice(0, 1), ...all.slice(0, 1)],
  }),
  variant('POPULATION')('has every credential ten times', {
    credentials: 60,
    list: (all) => Array.from({ length: 10 }, () => all).flat(),
  }),
  variant('POPULATION')('has presentations that disclose a few claims each', {
    credentials: 200,
    list: (all) => all.map((text, i) => keepDisclosures(text, i)),
  }),
  variant('SD-SALT-ONCE')('signs a credential once more, with the same salts', {
    list: (all) => [...all, ...all.slice(0, 2).map(signAgain)],
  }),
  variant('SD-GUESSLESS')('has UUIDs as salts', { credentials: many, draft: saltBy(toUuid) }),
  variant('SD-GUESSLESS')('has salts in hexadecimal behind a constant prefix', {
    credentials: many,
    draft: saltBy((digits) => `salt-${digits.slice(0, 32)}`),
  }),
  variant('SD-GUESSLESS')('has random salts of 64 bits, which are short and not predictable', {
    credentials: many,
    draft: saltBy((digits) => Buffer.from(digits.slice(0, 16), 'hex').toString('base64url')),
  }),
  variant('SD-GUESSLESS')('has salts of several lengths', {
    credentials: many,
    draft: saltBy((digits) =>
      Buffer.from(digits.slice(0, 32 + 2 * (digits.charCodeAt(40) % 9)), 'hex').toString('base64url'),
    ),
  }),
  variant('SD-SHUFFLED')('shuffles the digests, and does not sort them', {
    credentials: 300,
    order: (digests, place) => digests.toSorted((a, b) => (digest(place, a) < digest(place, b) ? -1 : 1)),
  }),
  variant('AUDIT-DECOYS')('fills up to one number of digests', {
    credentials: 200,
    draft: (draft, place) => ({ ...draft, claims: draft.claims.slice(place % 4) }),
    order: (digests, place) => [...digests, ...makeDecoys(place, 60 - digests.length)].toSorted(),
  }),
  variant('AUDIT-DECOYS')('adds a random number of decoys', {
    credentials: 200,
    draft: (draft, place) => ({ ...draft, claims: draft.claims.slice(place % 4) }),
    order: (digests, place) => [...digests, ...makeDecoys(place, digest(place).charCodeAt(0) % 11)].toSorted(),
  }),
  variant('AUDIT-DECOYS')('has no decoys, and other claims in each credential', {
    credentials: 200,
    draft: (draft, place) => ({ ...draft, claims: draft.claims.slice(place % 4) }),
  }),
  variant('AUDIT-ORDER')('issues all credentials in one second', {
    credentials: 200,
    draft: (draft) => ({ ...draft, payload: { ...draft.payload, iat: 1_795_000_000 } }),
  }),
]

/** A presentation of a third of the claims. */
function keepDisclosures(text: string, place: number): string {
  const [jws = '', ...disclosures] = text.split('~').filter((part) => part !== '')
  return [jws, ...disclosures.filter((_, i) => (i + place) % 3 === 0), ''].join('~')
}

/** The same content with another signature. */
const signAgain = (text: string): string => text.replace(/\.[\w-]+~/, `.${'B'.repeat(86)}~`)
