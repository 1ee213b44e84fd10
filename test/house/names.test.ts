import { describe, expect, it } from 'vitest'
import { countLines, getName, isNode, productSources, type SyntaxNode } from './sources.ts'

/** What the name of an exported function may begin with. */
const verbs = new Set(
  `add agree answer apply assess attempt attest audit bound build call capitalize catch certify change check choose collect combine
  compare compile complete compute conclude connect convert count create decide decode decrypt define delete deliver derive
  describe detect diff dispatch divide do draw drop edit encode encrypt escape estimate examine expect explain export
  extract fetch fill filter find flip format generate get group guess handle hash hide import index infer inflate initialize insert inspect interleave
  interpret invert issue join judge keep limit link list load locate lock look make map mark match measure memoize merge move
  mutate name normalize open parse pick place plan play present print protect prove prune race read receive recognise
  record redact refuse register rejudge remap remove rename render repeat replace report require reset resolve respell
  respond restore return reverse run sample sanitize scan seal select send serialize serve set show sign skip slice sort split
  start stop store suggest summarize suspend swap take tamper try unwrap update validate verify wait watch work wrap write`.split(
    /\s+/,
  ),
)

/** Predicates and conversions. */
const prefixes = /^(is|has|can|needs|looks|to|from|with|without)(?=[A-Z\d])/

/** Functions that are nouns for a reason. */
const nouns: Readonly<Record<string, { readonly names: string; readonly why: string }>> = {
  'model/requirement.ts': { names: 'inExchange byProbes nowhere section', why: 'rows read like sentences' },
  'model/decision.ts': { names: 'anyText namedOrAnyText', why: 'rows read like sentences' },
  'suites/document/model/fault.ts': { names: 'fault variant', why: 'rows read like sentences' },
  'suites/document/model/probe.ts': { names: 'statefulProbe', why: 'rows read like sentences' },
  'model/finding.ts': { names: 'finding inconclusive notApplicable passedLeniently', why: 'what a check returns' },
  'protocol/encoding/once.ts': { names: 'once', why: 'its usual name' },
  'protocol/x509/der-write.ts': {
    names:
      'sequence integer enumerated boolean octetString bitString oid utf8String printableString time explicit implicit',
    why: 'the types of ASN.1 by their names',
  },
  'src/msw.ts': { names: 'handlers reference', why: 'the public entry for MSW, whose words these are' },
  'src/suite.ts': { names: 'conformance section verdict', why: 'the public entry for Vitest: titles in a test file' },
}

const isNoun = ({ file, name }: { readonly file: string; readonly name: string }): boolean =>
  nouns[file]?.names.split(' ').includes(name) ?? false

/** Names that are left over. One that is gone, or fixed, has to go from this list. */
const unfinished: readonly string[] = [
  'reporters/html/markup.ts: lines',
  'reporters/html/markup.ts: markup',
  'reporters/html/markup.ts: prose',
  'reporters/html/markup.ts: when',
  'reporters/text/paint.ts: plainPaint',
  'src/config/defaults.ts: defaultDeadline',
  'src/terminal/doctor-line.ts: orProblemLine',
  'src/run-folder/run-folder.ts: lineOf',
  'suites/document/serve/requests.ts: summariseRequest',
  'suites/document/kit/edits.ts: put',
  'suites/document/kit/family.ts: describedFamily',
  'suites/document/kit/family.ts: valueFamily',
  'suites/document/kit/legal-probe.ts: legalProbe',
  'suites/document/kit/probe-sessions.ts: afterSession',
]

/** Names of functions that end in `Of` or `In` for a reason. */
const isPlain = (name: string): boolean => /^(is|expect|toBe)\w*Of$|^(last)?[iI]ndexOf$|^getPrototypeOf$/.test(name)

const isFunction = (node: unknown): boolean => isNode(node) && /Function/.test(node.type)

const declares = (node: SyntaxNode): boolean =>
  node.type === 'FunctionDeclaration' || (node.type === 'VariableDeclarator' && isFunction(node.init))

const exported = productSources.flatMap(({ file, nodes }) =>
  nodes
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => {
      if (!isNode(declaration)) return []
      return Array.isArray(declaration.declarations) ? declaration.declarations.filter(isNode) : [declaration]
    })
    .map((node) => ({ file, node, name: getName(node) ?? '' })),
)

/** Types that the model has for every suite, and a suite for its own endpoints. */
const narrowed = ['Exchange', 'Message', 'ParsedMessage', 'SessionEnd']

describe('an exported type', () => {
  it('has a name that no other has', () => {
    const types = exported.filter(({ node }) => /^(TSInterface|TSTypeAlias|Class)Declaration$/.test(node.type))
    const twice = [...Map.groupBy(types, ({ name }) => name)].filter(([, all]) => all.length > 1)

    expect(twice.map(([name]) => name).toSorted()).toEqual(narrowed)
  })
})

const verbless = exported
  .filter((each) => declares(each.node) && !isNoun(each))
  .filter(({ name }) => !prefixes.test(name) && !verbs.has(/^[a-z\d]+/.exec(name)?.[0] ?? ''))
  .map(({ file, name }) => `${file}: ${name}`)

describe('an exported function', () => {
  it('begins with a verb, or is a predicate', () => {
    expect(verbless.filter((each) => !unfinished.includes(each))).toEqual([])
  })

  it.each(Object.entries(nouns))('may be a noun in %s', (file, { names }) => {
    const all = exported.filter((each) => each.file === file && declares(each.node)).map(({ name }) => name)

    expect(names.split(' ').filter((name) => !all.includes(name))).toEqual([])
  })
})

const namedOfOrIn = productSources.flatMap(({ file, nodes }) => {
  const names = nodes
    .filter((node) => declares(node) || node.type === 'CallExpression')
    .map((node) => getName(node.type === 'CallExpression' ? node.callee : node) ?? '')
    .filter((name) => /[a-z](Of|In)$/.test(name) && !isPlain(name))
  return [...new Set(names)].map((name) => `${file}: ${name}`)
})

describe('a function', () => {
  it('has no name that ends in Of or In', () => {
    expect(namedOfOrIn.filter((each) => !unfinished.includes(each))).toEqual([])
  })

  it('has at most 60 lines', () => {
    const long = productSources.flatMap(({ text, nodes }) =>
      nodes
        .filter((node) => isFunction(node) && countLines(text.slice(node.start, node.end)) > 60)
        .map((node) => getName(node) ?? text.slice(node.start, node.start + 40)),
    )

    expect(long).toEqual([])
  })
})

describe('the list of what is left', () => {
  it('has no name that is gone', () => {
    expect(unfinished.filter((each) => !verbless.includes(each) && !namedOfOrIn.includes(each))).toEqual([])
  })
})
