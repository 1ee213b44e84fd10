import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = globSync(['*.md', 'docs/*.md', 'docs/guide/*.md', 'examples/*/README.md', 'ci/README.md']).filter(
  (page) =>
    !/^CHANGELOG|docs\/(style|league|league-exchanges|probes|requirements|diagnoses|hostile-targets)\.md$/.test(page),
)
const sources = globSync('{src,reporters,model,plans,protocol}/**/*.ts', { exclude: ['**/*.generated.ts'] })

/** Phrases that the writing style replaces, each with what to write. */
const replaced: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b[Gg]ive `?--/, 'pass --flag'],
  [/(?<![Tt]here )\bis no (?:JSON object|array|string|URL|list|map|file|response|error|JWT)\b/, 'is not a …'],
  [/\bstands? for any text\b/, '* matches any text'],
  [/\b[Ww]hat is not there\b/, 'What is not covered'],
  [/, where (?:a|an|the|plain)\b[^.]{1,40} is due\b/, 'instead of'],
  [/\bcannot be had\b/, 'cannot be fetched'],
]

it.each(replaced)('no page and no text of a program has %s', (phrase) => {
  const found = [...pages, ...sources].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => phrase.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

  expect(found).toEqual([])
})

it('has more than thirty pairs of a text before and after, which differ', () => {
  const [, pairs = ''] = readFileSync('docs/style.md', 'utf8').split('| Before | After |\n|---|---|\n')

  const rows = pairs
    .trim()
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '))

  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(([before, after, ...more]) => before === after || more.length > 0)).toEqual([])
})
