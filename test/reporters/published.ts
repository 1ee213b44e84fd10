import { createRequire } from 'node:module'
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import { default as draft4 } from 'ajv-draft-04'
import { default as formats } from 'ajv-formats'
import { validateStrict } from 'ctrf'
import { SaxesParser } from 'saxes'
import { Parser } from 'tap-parser'

// What others publish: schemas of forms, and programs that read them. Each throws where a text is not what it should be.

const require = createRequire(import.meta.url)

type Judge = ((value: unknown) => boolean) & { readonly errors?: readonly object[] | null }

function refuse(judge: Judge, value: unknown): void {
  if (!judge(value)) throw new TypeError(JSON.stringify(judge.errors?.slice(0, 3)))
}

const isSarif = formats.default(new draft4.default({ strict: false, unicodeRegExp: false })).compile(sarifSchema)

/** A SARIF log, by the schema of the standard. */
export function readSarif(text: string) {
  const log = JSON.parse(text)
  refuse(isSarif, log)
  return log
}

const har = formats.default(new Ajv({ strict: false })).addMetaSchema(draft6)
for (const schema of Object.values(require('har-schema'))) har.addSchema(schema as object) // the package is a table of them

/** A HAR, by the schema that its readers share. */
export function readHar(text: string) {
  const log = JSON.parse(text)
  refuse(har.getSchema('har.json') ?? (() => false), log)
  return log.log
}

/** A report in the Common Test Report Format, by its own library. */
export function readCtrf(text: string) {
  const report: unknown = JSON.parse(text)
  validateStrict(report)
  return JSON.parse(text)
}

/** A point of TAP, as a reader of TAP understands it. */
export interface Point {
  readonly ok: boolean
  readonly name: string
  readonly skip: boolean | string
  readonly todo: boolean | string
  readonly diag: Readonly<Record<string, unknown>> | null
}

/** The points of TAP, and whether all is well. Lines that mean nothing are refused. */
export function readTap(text: string): { readonly points: readonly Point[]; readonly ok: boolean } {
  const events = Parser.parse(text) as readonly (readonly [string, ...unknown[]])[]
  const told = (name: string): readonly unknown[] => events.flatMap(([event, value]) => (event === name ? [value] : []))
  const strange = events.find(
    ([name]) => !['version', 'comment', 'plan', 'assert', 'complete', 'finish', 'close'].includes(name),
  )
  if (strange) throw new TypeError(JSON.stringify(strange))
  const [complete] = told('complete') as readonly { ok: boolean }[]
  return { points: told('assert') as readonly Point[], ok: complete?.ok ?? false }
}

interface JsonLd {
  readonly toRDF: (document: unknown, options: object) => Promise<readonly Quad[]>
}

/** A statement of RDF. */
export interface Quad {
  readonly subject: { readonly value: string }
  readonly predicate: { readonly value: string }
  readonly object: { readonly value: string; readonly termType: string }
}

const jsonld = require('jsonld') as JsonLd // it has no types of its own

/** The statements of a JSON-LD document. Nothing is fetched for it. */
export const readJsonLd = (text: string): Promise<readonly Quad[]> =>
  jsonld.toRDF(JSON.parse(text), {
    safe: true,
    documentLoader: (url: string) => {
      throw new TypeError(`somebody wants ${url}`)
    },
  })

/** An element of XML. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** A document of XML 1.0 that is well formed. */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' } // without namespaces
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (piece) => {
    const [last] = open.slice(-1)
    if (last) last.text += piece
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return root
}

/** What may be in an element of JUnit, as the schema of Jenkins has it: attributes that have to be, that may be, and children. */
const grammar: Readonly<Record<string, readonly [has: string, may: string, children: string]>> = {
  '': ['', '', 'testsuites'],
  testsuites: ['', 'name time tests failures errors', 'testsuite'],
  testsuite: ['name tests failures errors', 'time skipped timestamp hostname id package', 'properties testcase'],
  properties: ['', '', 'property'],
  property: ['name value', '', ''],
  testcase: ['name', 'time classname group', 'skipped error failure system-out system-err'],
  skipped: ['', 'type message', ''],
  error: ['', 'type message', ''],
  failure: ['', 'type message', ''],
  'system-out': ['', '', ''],
}

/** JUnit, element by element. */
export function readJunit(text: string): Element {
  const root = readXml(text)
  const check = ({ name, attributes, children }: Element): void => {
    const [has, may, below] = (grammar[name] ?? ['', '', '']).map((words) => words.split(' ')) as [
      string[],
      string[],
      string[],
    ]
    const missing = has.filter((each) => each !== '' && attributes[each] === undefined)
    const strange = Object.keys(attributes).filter((each) => ![...has, ...may].includes(each))
    const lost = children.filter((each) => !below.includes(each.name)).map((each) => each.name)
    if (missing.length + strange.length + lost.length > 0) throw new TypeError(`${name}: ${[missing, strange, lost]}`)
    children.forEach(check)
  }
  check(root)
  return root
}

/** The cells of a table, row by row, by RFC 4180. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [all, quoted, bare, end] = cell.exec(text) ?? refuseCell()
    if (all === '') refuseCell()
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\n' && cell.lastIndex < text.length) rows.push([])
  }
  return rows
}

function refuseCell(): never {
  throw new TypeError('there is no cell')
}
