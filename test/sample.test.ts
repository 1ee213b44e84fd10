import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { sourcesIn } from './house/imports.ts'
import { countParts, estimateLength, wholeFiles } from './longest-first.ts'
import { dividedFiles, drawSample, findParts, formatSamples, listLeftOut, readSamples } from './sample.ts'

const all = Array.from({ length: 23 }, (_, i) => i)
const one = (number: number) => ({ first: number, last: number })
const numbersIn = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

describe('a sample', () => {
  it('is everything without a number', () => {
    expect(drawSample(all, 5, undefined)).toEqual(all)
    expect(listLeftOut(undefined)).toEqual([])
  })

  it.each([1, 4, 5, 23, 40])('is one of %i that have everything, none of them empty', (parts) => {
    const samples = numbersIn(20_000, parts).map((number) => drawSample(all, parts, one(number)))

    expect([...new Set(samples.flat())].sort((a, b) => a - b)).toEqual(all)
    expect(samples.filter((each) => each.length === 0)).toEqual([])
    expect(Math.max(...samples.map((each) => each.length))).toBeLessThanOrEqual(Math.ceil(all.length / parts))
  })

  it('has each divided file once in as many samples as it names', () => {
    for (const [file, parts] of Object.entries(dividedFiles)) {
      expect(numbersIn(7, parts).filter((number) => !listLeftOut(one(number)).includes(file))).toHaveLength(1)
      expect(existsSync(file)).toBe(true)
    }
  })

  it('has about as many of the divided files as any other', () => {
    const counts = numbersIn(20_000, 60).map((number) => listLeftOut(one(number)).length)

    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(new Set(Object.values(dividedFiles)).size)
  })

  it.each([2, 4, 30])('is played with others: %i in a row have what each of them has, once', (count) => {
    const samples = { first: 20_001, last: 20_000 + count }
    const single = numbersIn(20_001, count).map(one)
    const isIn =
      <T>(lists: readonly (readonly T[])[]) =>
      (each: T) =>
        lists.some((list) => list.includes(each))

    for (const parts of [1, 4, 5, 23, 40])
      expect(drawSample(all, parts, samples)).toEqual(
        all.filter(isIn(single.map((each) => drawSample(all, parts, each)))),
      )
    expect(listLeftOut(samples)).toEqual(
      Object.keys(dividedFiles).filter((file) => single.every((each) => listLeftOut(each).includes(file))),
    )
  })

  it('has the number of the day, or those that are given', () => {
    const noon = Date.UTC(1970, 0, 12, 12)
    const texts = ['today', '7', '7-10', undefined, '']

    expect(texts.map((text) => readSamples(text, noon))).toEqual([
      one(11),
      one(7),
      { first: 7, last: 10 },
      undefined,
      undefined,
    ])
    expect([one(7), { first: 7, last: 10 }].map(formatSamples)).toEqual(['7', '7-10'])
    for (const text of ['x', '10-7', '7-', '1-2-x', '-3'])
      expect(() => readSamples(text, noon)).toThrow(`TEST_SAMPLE is ${text}`)
  })
})

describe('what takes longest', () => {
  it('is what is divided into the most parts, and starts first', () => {
    const files = ['test/house/names.test.ts', 'test/e2e/killed.test.ts', 'test/e2e/conditions.test.ts']

    expect(files.map(countParts)).toEqual([1, 8, 24])
    expect(files.map(estimateLength)).toEqual([1, 8, 24])
    expect(readFileSync('vitest.config.ts', 'utf8')).toContain('sequence: { sequencer: LongestFirst }')
  })

  it('or is known to take long, though every sample has it as a whole', () => {
    const files = Object.keys(wholeFiles)

    expect(files.filter((file) => !existsSync(file) || countParts(file) > 1)).toEqual([])
    expect(files.filter((file) => estimateLength(file) < 2)).toEqual([])
  })
})

describe('what runs where', () => {
  const dividedTables = sourcesIn('test')
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([file, source]) => file !== 'test/sample.test.ts' && /from '(\.+\/)+sample\.ts'/.test(source))
    .flatMap(([file, source]) => findParts(source).map((parts) => [file, parts] as const))

  it('is in the guide for contributors: every file of which `npm test` plays a part, and which part', () => {
    const rows = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `(test\/\S+)` \| .* \| (\d+) \|$/gm)
    const listed = [...rows].map(([, file, parts]) => `${file} ${parts}`)
    const played = [...dividedTables, ...Object.entries(dividedFiles)].map(([file, parts]) => `${file} ${parts}`)

    expect(listed.toSorted()).toEqual([...new Set(played)].toSorted())
  })

  it('is several samples of each commit in CI, and everything with `--whole`', () => {
    const script = readFileSync('.ci/run', 'utf8')

    expect(script).toContain('  TEST_KEPT=off TEST_SAMPLE=$first-$((first + 1)) npm run --silent test\n')
    expect(script).toContain(' = --whole ]; then\n  npm run --silent test:all\n')
    expect(script).toMatch(/\n} &\nothers=\$!\n(npm run .*\n)+wait "\$others"\n/)
    expect(manifest.scripts['test:all']).not.toContain('TEST_SAMPLE')
    expect(manifest.scripts.test).toMatch(/ TEST_SAMPLE=\$\{TEST_SAMPLE:-today\} vitest /)
    expect(manifest.scripts.test.replace(/TEST_SAMPLE=\S+ /, '')).toBe(manifest.scripts['test:all'])
  })
})
