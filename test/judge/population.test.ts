import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IssuedValue } from '../../suites/document/model/exchange.ts'
import { findRepeated } from '../../suites/document/population/population.ts'
import { explainComputed, explainConstant, explainGuessable } from '../../suites/kit/guessable-values.ts'

const start = 1_795_000_000_000

const issue = (values: readonly string[], more: Partial<IssuedValue> = {}): readonly IssuedValue[] =>
  values.map((value, i) => {
    const sentAt = start + 40 * i
    return { session: `probe-${i}`, number: i, sentAt, milliseconds: 3, holder: 'one', value, ...more }
  })

const digest = (text: string, algorithm = 'sha256'): Buffer => createHash(algorithm).update(text).digest()

/** Octets that are random but the same in every run. */
const draw = (seed: string, octets: number): Buffer => digest(`random/${seed}`).subarray(0, octets)

const toUuid = (octets: Buffer): string => {
  const digits = octets.toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')

const forms: Readonly<Record<string, (seed: string) => string>> = {
  'UUIDs of version 4': (seed) => toUuid(draw(seed, 16)),
  '128 bits in base64url': (seed) => draw(seed, 16).toString('base64url'),
  '256 bits in base64url': (seed) => draw(seed, 32).toString('base64url'),
  '64 bits in base64url': (seed) => draw(seed, 8).toString('base64url'),
  '64 bits in hexadecimal': (seed) => draw(seed, 8).toString('hex'),
  '128 bits in hexadecimal': (seed) => draw(seed, 16).toString('hex'),
  '64 bits in decimal': (seed) => `${draw(seed, 8).readBigUInt64BE()}`,
  'a time and 64 random bits': (seed) => `${start / 1000}.${draw(seed, 8).toString('hex')}`,
  'JWTs with a random jti': (seed) =>
    `${encode('{"alg":"HS256"}')}.${encode(`{"jti":"${toUuid(draw(seed, 16))}"}`)}.${draw(`${seed}/mac`, 32).toString('base64url')}`,
  'encrypted tokens': (seed) =>
    `eyJhbGciOiJkaXIifQ..${draw(seed, 12).toString('base64url')}.${draw(`${seed}/text`, 32).toString('base64url')}`,
}

describe('random values', () => {
  it.each(Object.entries(forms))('pass as %s, however many there are', (_, write) => {
    const explained = [2, 3, 4, 10, 30, 400].flatMap((count) =>
      Array.from({ length: 20 }, (__, run) =>
        explainGuessable(issue(Array.from({ length: count }, (___, i) => write(`${run}/${count}/${i}`))), 'nonce'),
      ),
    )

    expect(explained.filter((each) => each !== undefined)).toEqual([])
  })

  it.each(Object.entries(forms))('are not computed: %s, with every seed', (_, write) => {
    const explained = [2, 4, 6, 12, 60].flatMap((count) =>
      Array.from({ length: 200 }, (__, run) =>
        explainComputed(
          Array.from({ length: count }, (___, i) => write(`${run}/${count}/${i}`)),
          { now: start / 1000, least: 2 },
        ),
      ),
    )

    expect(explained.filter((each) => each !== undefined)).toEqual([])
  })

  it('pass as salts that are UUIDs', () => {
    const salts = Array.from({ length: 132 }, (_, i) => toUuid(draw(`${i}`, 16)))

    expect(explainConstant(salts, 'salt', 116)).toBeUndefined()
  })
})

describe('guessable values', () => {
  it.each([
    ['counters', (i: number) => `code-${i}`, 'at most'],
    ['counters with a long prefix', (i: number) => `code-of-the-issuer-${1000 + i}`, 'characters change'],
    ['counters between constants', (i: number) => `${1000 + i}ab-of-the-issuer-${i % 7}-cd`, 'characters change'],
    ['times in microseconds', (i: number) => `${start + 40 * i}123`, 'at most'],
    ['encoded devices and times', (i: number) => encode(`device-of-a-holder-${i % 2}:${start + 40 * i}`), 'characters'],
    ['digests of a counter', (i: number) => digest(`${70_000 + i}`).toString('hex'), 'digest of a counter'],
    ['digests of the time in seconds', () => digest(`${start / 1000}`, 'md5').toString('hex'), 'digest of the time'],
    [
      'digests of the time',
      (i: number) => digest(`${start + 40 * i}`, 'sha1').toString('base64url'),
      'digest of the time',
    ],
    ['a linear generator', (i: number) => generate(i).toString(16).padStart(16, '0'), 'linear generator'],
  ])('are found as %s', (_, write, weakness) => {
    expect(explainGuessable(issue(Array.from({ length: 60 }, (__, i) => write(i))), 'code')).toContain(weakness)
  })
})

describe('computed values', () => {
  const shuffled = [3, 0, 5, 1, 4, 2]

  it.each<[string, (i: number) => string, string]>([
    ['counters', (i) => `nonce-of-our-verifier-${1000 + i}`, 'computed from another one'],
    ['counters that fall', (i) => `nonce-of-our-verifier-${1000 - i}`, 'computed from another one'],
    ['clocks in base 36', (i) => (start + 40 * i).toString(36), 'computed from another one'],
    ['clocks in hexadecimal', (i) => (start + 40 * i).toString(16), 'computed from another one'],
    ['clocks whose calls overtake one another', (i) => `${start + 40 * (shuffled[i] ?? i)}`, 'computed from another'],
    ['octets that count', (i) => Buffer.from([0, 0, 0, 0, 9, 9, 9, i]).toString('base64url'), 'computed from another'],
    [
      'UUIDs of version 4 that count at the end',
      (i) => `6b1c0c52-1f4e-4d4b-a7f0-${`${i}`.padStart(12, '0')}`,
      'computed',
    ],
    ['UUIDs of version 4 that count at the beginning', (i) => `0000000${i}-1f4e-4d4b-a7f0-9c3b2a1d0e5f`, 'computed'],
    ['a linear generator', (i) => generate(i).toString(16).padStart(16, '0'), 'linear generator'],
    ['digests of a counter', (i) => digest(`${i}`).toString('hex'), 'digests of small numbers'],
    ['cut digests of a counter', (i) => digest(`${i}`, 'sha1').toString('base64url').slice(0, 22), 'small numbers'],
    ['digests of seconds', (i) => digest(`${start / 1000 + 7 * i}`, 'md5').toString('hex'), 'digests of the time'],
  ])('are found as %s, with the number of values', (_, write, weakness) => {
    const explained = explainComputed(
      Array.from({ length: 6 }, (__, i) => write(i)),
      { now: start / 1000 },
    )

    expect(explained).toContain(weakness)
    expect(explained).toContain('6 values were compared')
  })

  it('are found as a counter whose calls overtake one another, small as it is', () => {
    const counted = [7, 3, 5, 1, 8, 2, 6, 4].map((count) => `nonce${count}`)

    expect(explainComputed(counted)).toContain('computed from another one')
  })

  it('are not judged by their order where there are few', () => {
    expect(explainComputed(['nonce-1000', 'nonce-1001', 'nonce-1002'])).toBeUndefined()
  })
})

/** The states of a generator of 64 bits. */
function generate(steps: number): bigint {
  let state = 0x9e37_79b9_7f4a_7c15n
  for (let i = 0; i < steps; i++)
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
  return state
}

describe('repeated values', () => {
  const [before, again] = issue(['code', 'code'])
  if (!before || !again) throw new TypeError('there are two values')

  it('are found for another holder', () => {
    expect(findRepeated([before, { ...again, holder: 'other' }], [])).toHaveLength(1)
  })

  it('are found after the session before has succeeded', () => {
    const later = { ...again, number: 9 }

    expect(findRepeated([before, later], [{ ...before, number: 5 }])).toHaveLength(1)
    expect(findRepeated([before, later], [{ ...before, number: 10 }])).toHaveLength(0)
  })

  it('are permitted where a session goes on', () => {
    expect(findRepeated([before, again], [])).toHaveLength(0)
  })
})
