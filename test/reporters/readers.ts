import { type Outcome, outcomes } from '../../model/report.ts'
import type { FormatName } from '../../reporters/formats.ts'
import { outcomeLabels } from '../../reporters/text/labels.ts'
import { readCsv, readCtrf, readHar, readJsonLd, readJunit, readSarif, readTap } from './published.ts'

/** What a form says of a run. */
export interface Said {
  readonly verdict: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly failed: readonly string[]
  /** Whether a reader that knows nothing of us takes it for a failure. */
  readonly isRed?: boolean
}

type Pair = readonly [id: string, outcome: string]

const saidBy = (verdict: unknown, pairs: readonly Pair[]): Said => ({
  verdict: String(verdict),
  counts: countsOf(pairs),
  failed: pairs.flatMap(([id, outcome]) => (outcome === 'failed' ? id : [])),
})

const countsOf = (pairs: readonly Pair[]): Said['counts'] =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, pairs.filter((pair) => pair[1] === outcome).length]),
  ) as Said['counts'] // made of all outcomes

/** What stands before the sentence in the title of a case. */
const idIn = (title = ''): string => title.split(': ')[0] ?? ''

/** Reads each form with what others publish for it, and says what it says. */
export const readers: Readonly<Record<FormatName, (text: string) => Said | Promise<Said>>> = {
  junit: (text) => {
    const suites = readJunit(text).children.flatMap(({ children }) => children)
    const cases = suites.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'))
    const [verdict, ...rest] = cases
    const properties = suites[0]?.children[0]?.children.map(({ attributes: { name, value } }) => [name, value]) ?? []
    const pairs = rest.map(({ attributes, children: [below] }): Pair => {
      const type = below?.attributes.type ?? (below ? idIn(below.text.trim()) : 'passed')
      return [idIn(attributes.name), type]
    })
    const isRed = cases.some(({ children }) => children.some(({ name }) => name === 'failure' || name === 'error'))
    if (verdict?.attributes.classname !== 'assay') throw new TypeError('the verdict is not first')
    return { ...saidBy(Object.fromEntries(properties).verdict, pairs), isRed }
  },
  tap: (text) => {
    const { points, ok } = readTap(text)
    const pairs = points.slice(0, -1).map(({ name, diag }): Pair => [idIn(name), String(diag?.outcome ?? 'passed')])
    return { ...saidBy(points.at(-1)?.diag?.verdict, pairs), isRed: !ok }
  },
  ctrf: (text) => {
    const { results, extra } = readCtrf(text)
    const tests: readonly { testId: string; rawStatus: string }[] = results.tests
    const pairs = tests.slice(1).map(({ testId, rawStatus }): Pair => [testId, rawStatus])
    return { ...saidBy(extra.verdict.result, pairs), isRed: results.summary.failed > 0 }
  },
  csv: (text) => {
    const rows = readCsv(text)
    if (rows.some((row) => row.length !== rows[0]?.length)) throw new TypeError('rows differ in length')
    const [, first] = rows
    const pairs = rows.slice(2).map(([id = '', , , , label = '']): Pair => [id, outcomeOf(label)])
    return saidBy(first?.[4], pairs)
  },
  earl: async (text) => {
    const quads = await readJsonLd(text)
    const term = (name: string) => quads.filter(({ predicate }) => predicate.value.endsWith(name))
    const one = (subject: string | undefined, name: string) =>
      term(name).find((quad) => quad.subject.value === subject)?.object.value ?? ''
    const pairs = term('earl#result').map(({ subject, object }): Pair => {
      const outcome = one(object.value, 'earl#outcome').replace(/.*#/, '')
      const ended = one(object.value, 'terms#detailedOutcome')
      if (outcome !== ended && !['passedNonStrict', 'harnessError'].includes(ended) && outcome !== 'cantTell') {
        throw new TypeError(`${outcome} is not ${ended}`)
      }
      return [one(one(subject.value, 'earl#test'), 'terms/identifier'), ended]
    })
    return saidBy(term('terms#verdict')[0]?.object.value, pairs)
  },
  sarif: (text) => {
    const [{ properties, results, invocations }] = readSarif(text).runs
    const failed = [...new Set((results as readonly { ruleId: string }[]).map(({ ruleId }) => ruleId))]
    const isRed = invocations[0].exitCode !== 0
    return { verdict: properties.verdict.result, counts: properties.outcomes, failed, isRed }
  },
  har: (text) => {
    const { verdict, outcomes: counts, failed } = readHar(text)._assay
    return { verdict: verdict.result, counts, failed }
  },
  markdown: (text) => {
    const [head = '', , cells = ''] = text.split('\n').filter((line) => line.startsWith('|'))
    const words = (line: string): readonly string[] =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    const told = words(head).map((title, i): Pair => [outcomeOf(title.replace(/^\S+ /, '')), words(cells)[i] ?? ''])
    const shown = [...text.matchAll(/^(?:#### ❌ (`+)(.*)\1$|- (`+)(.*?)\3: `known failure(?=:| \())/gm)]
    const failed = shown.map(([, , id, , known = '']) => (id ?? known).replaceAll('\\|', '|'))
    return {
      verdict: verdicts[/^## \S+ ([A-Z ]+?)(?: \(.*)?$/m.exec(text)?.[1] ?? ''] ?? '',
      counts: { ...countsOf([]), ...Object.fromEntries(told.map(([name, count]) => [name, Number(count)])) },
      failed,
      isRed: !text.startsWith('## ✅'),
    }
  },
  html: (text) => {
    const rows = text.matchAll(/<details class="req" id="([^"]*)" data-outcome="(\w+)"/g)
    const pairs = [...rows].map(([, id = '', outcome = '']): Pair => [unescaped(id), outcome])
    return saidBy(/<body data-verdict="(\w+)">/.exec(text)?.[1], pairs)
  },
}

/** The outcome with a label; machines read ids, and people labels. */
const outcomeOf = (label: string): string =>
  outcomes.find((outcome) => outcomeLabels[outcome] === label) ?? `no outcome is called ${label}`

/** The text of an attribute. */
const unescaped = (text: string): string =>
  text.replaceAll(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
  )

const verdicts: Readonly<Record<string, string>> = {
  PASSED: 'conformant',
  FAILED: 'nonconformant',
  INCONCLUSIVE: 'inconclusive',
  'TARGET UNAVAILABLE': 'unavailable',
  'HARNESS ERROR': 'harnessError',
  INTERRUPTED: 'interrupted',
}
