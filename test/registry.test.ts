import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Requirement } from '../model/requirement.ts'
import { checks } from '../suites/document/all/checks.ts'
import { decisions } from '../suites/document/all/decisions.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import map from '../suites/document/sentences.json' with { type: 'json' }
import { specification } from '../suites/document/specification.ts'
import { differences, type Entry, hashOf, sentencesOf } from '../tools/document-map.ts'

const entries: readonly Entry[] = map
const ids = new Set(requirements.map(({ id }) => id))
const fromDocument = requirements.filter(({ standard }) => standard === undefined)
const named = new Set(entries.flatMap(({ rows = [] }) => rows))

/** The requirements that break a rule, by id, so that a failure says which. */
const breaking = (rule: (row: Requirement) => boolean): string[] =>
  requirements.filter((row) => !rule(row)).map(({ id }) => id)

const repeated = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at)

describe('the document', () => {
  it('is named by its title and its text', () => {
    const hashes = map.map(({ hash }) => hash).join('')

    expect(specification).toMatch(/^Credential Exchange .*, text [0-9a-f]{12}$/)
    expect(specification).toContain(createHash('sha256').update(hashes).digest('hex').slice(0, 12))
  })
})

describe('a requirement', () => {
  it('has an id of words that no other has', () => {
    expect(repeated(requirements.map(({ id }) => id))).toEqual([])
    expect(breaking(({ id }) => /^[A-Z]+(-[A-Z][A-Za-z0-9]*)+$/.test(id))).toEqual([])
  })

  it('comes from the document in at least 210 cases beside the gaps', () => {
    expect(fromDocument.filter(({ force }) => force !== 'gap').length).toBeGreaterThanOrEqual(210)
  })

  it('has a section, a force, a role, and a sentence with a full stop', () => {
    expect(breaking(({ section }) => /^\d(\.\d)?$/.test(section))).toEqual([])
    expect(breaking(({ force, binds }) => force.length > 0 && binds.length > 0)).toEqual([])
    expect(breaking(({ text }) => /^[`A-Z].+\.$/.test(text))).toEqual([])
  })

  it('is seen in an artefact or an exchange, or says at some length why not', () => {
    expect(breaking(({ seen }) => !('in' in seen) || seen.in.length > 0)).toEqual([])
    expect(breaking(({ seen }) => !('exchange' in seen) || seen.exchange.length > 0)).toEqual([])
    expect(breaking(({ seen }) => !('nowhere' in seen) || seen.nowhere.length >= 20)).toEqual([])
  })

  it('is judged if it can be seen', () => {
    const judged = new Set(checks.map(({ requirement: { id } }) => id))

    expect(breaking(({ id, force, seen }) => /info|gap/.test(force) || 'nowhere' in seen || judged.has(id))).toEqual([])
  })

  it('uses the words MUST and MUST NOT for the sentences that have them, and for no other', () => {
    const keyworded = requirements.filter(({ force }) => force.startsWith('must')).map(({ id, force }) => [id, force])

    expect(Object.fromEntries(keyworded)).toEqual({
      'OFFER-MEDIA-TYPE': 'must',
      'OFFER-NOT-NONE': 'must not',
      'REQ-EXCLUSIVE': 'must not',
    })
    expect(breaking(({ force, text }) => force.startsWith('must') === /\bMUST\b/.test(text))).toEqual([])
  })
})

describe('a decision', () => {
  it('has an id that no other has', () => {
    expect(repeated(decisions.map(({ id }) => id))).toEqual([])
  })

  it('is listed exactly if a requirement depends on it', () => {
    const hungOn = new Set(requirements.flatMap(({ dependsOn }) => dependsOn))

    expect([...hungOn].filter((one) => !decisions.includes(one)).map(({ id }) => id)).toEqual([])
    expect(decisions.filter((one) => !hungOn.has(one)).map(({ id }) => id)).toEqual([])
  })

  it('has one of its variants as its default and in each preset, where it has variants', () => {
    const strays = decisions.flatMap(({ id, answers: variants, default: fallback, profiles }) => {
      const answers = Object.keys(variants)
      const given = answers.length > 0 ? [fallback, ...Object.values(profiles)] : []
      return given.filter((answer) => !answers.includes(answer)).map((answer) => `${id}=${answer}`)
    })

    expect(strays).toEqual([])
  })
})

describe('the map of the document', () => {
  it('numbers the sentences of each section without a hole', () => {
    const sections = Map.groupBy(entries, ({ section }) => section)
    const numbers = [...sections].map(([section, some]) => [section, some.map(({ sentence }) => sentence)])
    const expected = [...sections].map(([section, some]) => [section, some.map((_, at) => at + 1)])

    expect(entries.length).toBeGreaterThan(0)
    expect(numbers).toEqual(expected)
  })

  it('has one hash for each sentence, and no sentence twice in a section', () => {
    expect(entries.filter(({ hash }) => !/^[0-9a-f]{16}$/.test(hash))).toEqual([])
    expect(repeated(entries.map(({ section, sentence }) => `${section}/${sentence}`))).toEqual([])
    expect(repeated(entries.map(({ section, hash }) => `${section} ${hash}`))).toEqual([])
  })

  it('gives each sentence either rows or a reason', () => {
    const rowed = entries.filter(({ rows }) => rows !== undefined)
    const reasoned = entries.filter(({ reason }) => reason !== undefined)

    expect(entries.filter(({ rows, reason }) => (rows === undefined) === (reason === undefined))).toEqual([])
    expect(rowed.filter(({ rows = [] }) => rows.length === 0 || repeated(rows).length > 0)).toEqual([])
    expect(reasoned.filter(({ reason = '' }) => reason.length < 20)).toEqual([])
  })

  it('names rows that exist, and every row of the document', () => {
    expect([...named].filter((id) => !ids.has(id))).toEqual([])
    expect(fromDocument.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([])
  })
})

const page = `# A title

An opening, e.g. \`one\`. And
another.

## 1. First

### Unnumbered

| head | head |
|---|---|
| a | One. Two. |
| b | c |

Lead:
1. Numbered. \`Twice\`.
2. Once

### 1.1 Below

- dashed
`

describe('cutting a document', () => {
  it('finds the sentences of paragraphs, items and rows, and neither headings nor heads of tables', () => {
    expect(sentencesOf(page).map(({ section, sentence, text }) => `${section}/${sentence} ${text}`)).toEqual([
      '0/1 An opening, e.g. `one`.',
      '0/2 And another.',
      '1/1 | a | One. Two. |',
      '1/2 | b | c |',
      '1/3 Lead:',
      '1/4 Numbered.',
      '1/5 `Twice`.',
      '1/6 Once',
      '1.1/1 dashed',
    ])
  })

  const mapped = sentencesOf(page).map(({ text, ...one }) => ({ ...one, hash: hashOf(text), rows: [] }))
  const kinds = (bent: string): string[] => [...differences(sentencesOf(bent), mapped)].map((one) => one.slice(0, 14))

  it('is blind to white space and line ends', () => {
    expect(kinds(page.replaceAll(' ', '  ').replaceAll('\n', '\r\n'))).toEqual([])
  })

  it('tells what is changed, new, gone and moved', () => {
    expect(kinds(page.replace('| c |', '| d |'))).toEqual(['changed  1/2  '])
    expect(kinds(`${page}- more\n`)).toEqual(['new      1.1/2'])
    expect(kinds(page.replace('2. Once', ''))).toEqual(['gone     1/6  '])
    expect(kinds(page.replace('Lead:\n', ''))).toEqual([
      'moved    1/3  ',
      'moved    1/4  ',
      'moved    1/5  ',
      'gone     1/3  ',
    ])
  })
})
