import { deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conclusions } from '../model/report.ts'
import { type ArtefactKind, documentKinds } from '../protocol/artefacts/artefact-kinds.ts'
import { writeJwe } from '../protocol/jose/jwe.ts'
import { createRandom } from '../src/runtime/random.ts'
import { verify } from '../src/verify/verify.ts'
import { staged } from './artefacts.ts'
import { measureCpuTime } from './cpu-time.ts'

/** A text ends in a verdict that is not our own defect. */
const isJudged = (...given: Parameters<typeof verify>): boolean => {
  const { conclusion } = verify(...given)
  return conclusion !== 'harnessError' && conclusions.includes(conclusion)
}

/** Tries so many of a family of texts, each taken for any of a few kinds. */
const judges = <T>(
  texts: fc.Arbitrary<T>,
  judge: (text: T, as: ArtefactKind | undefined) => boolean,
  numRuns = 500,
): void => {
  const found = fc.check(fc.property(texts, as, judge), { numRuns })
  expect(found.failed ? [found.counterexample, found.seed, found.errorInstance] : []).toEqual([])
}

const anyKind = fc.constantFrom(...documentKinds)
const as = fc.option(anyKind, { nil: undefined })

describe('any text', () => {
  it('of any characters ends in a verdict', () => {
    judges(fc.string({ unit: 'binary', maxLength: 300 }), (text, kind) => isJudged(text, { as: kind }))
  })

  it('of any octets ends in a verdict', () => {
    judges(fc.uint8Array({ maxLength: 300 }), (octets, kind) =>
      isJudged(Buffer.from(octets).toString('latin1'), { as: kind }),
    )
  })

  it('of any JSON ends in a verdict', () => {
    judges(fc.json({ maxDepth: 4 }), (text, kind) => isJudged(text, { as: kind }))
  })

  it('that looks like a token ends in a verdict', () => {
    const part = fc.oneof(fc.json({ maxDepth: 3 }), fc.string()).map((text) => Buffer.from(text).toString('base64url'))
    const token = fc
      .array(part, { maxLength: 6 })
      .chain((parts) =>
        fc.constantFrom(parts.join('.'), `${parts.join('.')}~`, parts.join('~'), `x://y?z=${parts.join('.')}`),
      )
    judges(token, (text, kind) => isJudged(text, { as: kind }))
  })
})

describe('a valid artefact', () => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 20 }),
    by: fc.oneof(
      fc.string({ maxLength: 10 }),
      fc.constantFrom('.', '~', '"', '{', '}', '\\u0000', '\ud800', '=', 'eyJ', '[['),
    ),
  })

  const mutated = (text: string, { at, length, by }: { at: number; length: number; by: string }): string => {
    const start = Math.floor(at * text.length)
    return text.slice(0, start) + by + text.slice(start + length)
  }

  it.each(documentKinds)('of the kind %s ends in a verdict however it is changed', (kind) => {
    const { text, known } = staged(kind)

    judges(
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      (edits) => isJudged(edits.reduce(mutated, text), { ...known, as: kind }),
      60,
    )
  })

  it('ends in a verdict whatever it is taken for', () => {
    for (const kind of documentKinds) {
      const { text, known } = staged(kind)
      for (const other of documentKinds) expect(isJudged(text, { ...known, as: other })).toBe(true)
    }
  })
})

describe('a huge text', () => {
  const { text: credential, known } = staged('credential')
  const [jws = ''] = credential.split('~')

  const bomb = (plaintext: Uint8Array | string): string =>
    writeJwe({
      plaintext,
      header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', zip: 'DEF' },
      key: known.keys?.[0] ?? {},
      random: createRandom('bomb'),
    })

  const huge: readonly (readonly [what: string, text: () => string])[] = [
    ['10 000 arrays deep', () => '['.repeat(10_000)],
    ['10 000 objects deep', () => `${'{"credentials":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['100 000 disclosures', () => `${jws}${'~WyJhIiwiYiIsImMiXQ'.repeat(100_000)}~`],
    ['the same disclosure 4 000 times', () => `${jws}${`~${credential.split('~')[1]}`.repeat(3_999)}~`],
    [
      '4 000 disclosures that differ',
      () =>
        `${jws}${Array.from({ length: 3_999 }, (_, i) => `~${Buffer.from(`["n${i}","v${i}","s${i}"]`).toString('base64url')}`).join('')}~`,
    ],
    ['100 000 members', () => `{${Array.from({ length: 100_000 }, (_, i) => `"m${i}":${i}`).join()}}`],
    ['a megabyte of dots', () => '.'.repeat(1_000_000)],
    ['a megabyte of quotes', () => `{"${'\\"'.repeat(500_000)}`],
    ['a megabyte of open texts', () => `{${'"a":'.repeat(250_000)}`],
    ['a million parameters', () => `x://y?${'a&'.repeat(1_000_000)}`],
    ['nine megabytes', () => 'e'.repeat(9_000_000)],
    ['a message of a hundred megabytes, compressed', () => bomb(Buffer.alloc(100_000_000, 0x20))],
    ['a compressed message in a compressed message', () => bomb(deflateRawSync(Buffer.alloc(10_000_000)))],
  ]

  it.each(huge)('of %s ends in a verdict in little CPU time', (_, make) => {
    const text = make()
    const seconds = measureCpuTime(() => {
      for (const kind of [undefined, 'credential', 'encrypted-response', 'response', 'deeplink', 'jwks'] as const) {
        expect(isJudged(text, { ...known, as: kind })).toBe(true)
      }
    })

    expect(seconds).toBeLessThan(20)
  })
})
