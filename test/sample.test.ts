import { existsSync, readFileSync } from 'node:fs'
import type { RunnerTestFile } from 'vitest'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { countParts, estimateLength, findStart, formatSamples, isIn, readSamples } from './sample.ts'
import { keepSample } from './sampling-runner.ts'
import seconds from './seconds.json' with { type: 'json' }

const one = (number: number) => ({ first: number, last: number })
const numbersIn = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
const divided = Object.keys(seconds)
const [longest = ''] = divided.toSorted((a, b) => countParts(b) - countParts(a))

/** A file with tests of these names, half of them in a suite. */
function makeFile(filepath: string, names: readonly string[]): RunnerTestFile {
  const [own, nested] = [names.slice(0, names.length / 2), names.slice(names.length / 2)].map((some) =>
    some.map((name) => ({ type: 'test', name })),
  )
  return { type: 'suite', mode: 'run', filepath, tasks: [...(own ?? []), { type: 'suite', tasks: nested }] } as never
}

/** The names of the tests of a file that are in samples. */
function listKept(filepath: string, names: readonly string[], first: number, last = first): readonly string[] {
  const file = makeFile(filepath, names)
  keepSample(file, { first, last })
  const kept = file.tasks.flatMap((task) => (task.type === 'suite' ? task.tasks : [task])).map(({ name }) => name)
  expect([file.mode, file.tasks.length > 0]).toEqual(kept.length > 0 ? ['run', true] : ['skip', false])
  return kept
}

describe('a sample', () => {
  const names = numbersIn(0, 30).map(String)

  it('has each test of a divided file once in as many samples as the file has parts', () => {
    for (const file of divided) {
      const samples = numbersIn(20_000, countParts(file)).flatMap((number) => listKept(file, names, number))

      expect([file, samples.toSorted()]).toEqual([file, names.toSorted()])
      expect(existsSync(file)).toBe(true)
    }
  })

  it('has every test of all other files', () => {
    expect(listKept('test/house/names.test.ts', names, 20_000)).toEqual(names)
    expect(
      numbersIn(20_000, countParts(longest)).filter((number) => listKept(longest, names, number).length > 0),
    ).not.toEqual([])
  })

  it('is about as long as any other', () => {
    const lengths = numbersIn(20_000, 100).map(
      (number) => divided.filter((file) => isIn(one(number), findStart(file), countParts(file))).length,
    )

    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(divided.length / 4)
  })

  it.each([2, 4, 30])('is played with others: %i in a row have what each of them has, once', (count) => {
    for (const file of divided) {
      const single = numbersIn(20_001, count).flatMap((number) => listKept(file, names, number))

      expect(listKept(file, names, 20_001, 20_000 + count).toSorted()).toEqual([...new Set(single)].toSorted())
    }
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
  it('starts first', () => {
    const files = ['test/house/names.test.ts', 'test/e2e/killed.test.ts', 'test/matrix.test.ts']

    expect(files.map((file) => estimateLength(file, one(1)))).toEqual([1, 2, 95])
    expect(files.map((file) => estimateLength(file, undefined))).toEqual([1, seconds['test/e2e/killed.test.ts'], 95])
    expect(readFileSync('vitest.config.ts', 'utf8')).toContain('sequence: { sequencer: LongestFirst }')
  })

  it('is divided, except for the files that notice most of what can break', () => {
    const breaking = [
      'matrix',
      'disabled-validations',
      'fixtures',
      'probes',
      'judge/probe-checks',
      'standards/openid4vci',
    ]

    expect(breaking.map((name) => countParts(`test/${name}.test.ts`))).toEqual(breaking.map(() => 1))
    expect(divided.length).toBeGreaterThan(100)
  })
})

describe('what runs where', () => {
  it('is several samples of each commit in CI, and everything with `--whole`', () => {
    const script = readFileSync('.ci/run', 'utf8')

    expect(script).toContain('  TEST_KEPT=off TEST_SAMPLE=$first-$((first + 3)) npm run --silent test\n')
    expect(script).toContain(' = --whole ]; then\n  npm run --silent test:all\n')
    expect(script).toMatch(/\n} &\nothers=\$!\n(npm run .*\n)+wait "\$others"\n/)
    expect(manifest.scripts['test:all']).not.toContain('TEST_SAMPLE')
    expect(manifest.scripts.test).toMatch(/ TEST_SAMPLE=\$\{TEST_SAMPLE:-today\} vitest /)
    expect(manifest.scripts.test.replace(/TEST_SAMPLE=\S+ /, '')).toBe(manifest.scripts['test:all'])
  })
})
