import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { memberNames } from '../../protocol/artefacts/member-names.generated.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { endpoints } from '../../suites/document/model/endpoints.ts'
import { standards } from '../../suites/standards.ts'
import { suites } from '../../suites/suites.ts'
import { sourcesIn } from './imports.ts'

/** The names of members in a source, and its texts without what they quote: a sentence may name a member for its reader. */
function* listNames(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const each of node) yield* listNames(each)
    return
  }
  const { type, value, key, property, computed, ...rest } = node as Readonly<Record<string, unknown>> // every node has a type
  if (type === 'ImportDeclaration') return
  if (type === 'Literal' && typeof value === 'string') yield* readWords(value)
  if (type === 'TemplateElement') yield* readWords(String(Object(value).raw))
  for (const name of [key, property]) if (computed === false) yield String(Object(name).name ?? '')
  yield* listNames([value, key, property, ...Object.values(rest)])
}

/** The texts of a source. */
function* listTexts(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { type, value } = node as Readonly<Record<string, unknown>> // every node has a type
  if (type === 'Literal' && typeof value === 'string') yield value
  if (type === 'TemplateElement') yield String(Object(value).raw)
  for (const each of Object.values(node)) yield* listTexts(each)
}

const readWords = (text: string): readonly string[] =>
  text.replaceAll(/`[^`]*`|\{\w*\}/g, '').match(/[A-Za-z_]\w*/g) ?? []

const listNamesOf = (source: string): readonly string[] => [...new Set(listNames(parseSync('a.ts', source).program))]

const namesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    sourcesIn(folder)
      .filter((file) => !file.endsWith('.generated.ts'))
      .flatMap((file) => listNamesOf(readFileSync(file, 'utf8'))),
  )

/** In our own names, no word is joined by `_`: whoever has such a name has it from a protocol. */
const isMemberName = (name: string): boolean => /^_?[a-z\d]+(?:_[a-z\d]+)+$|^_[a-z]/.test(name)

const folders = ['document', ...Object.keys(suites).map((suite) => suite.replace(/-\d\.\d$/, ''))]

/** What the schemas of messages and the sources of the suites name, without what all artefacts are made of. */
function collectWords(): ReadonlySet<string> {
  const foundations = new Set(['http', 'json', 'jose', 'cose'].flatMap((each) => [...namesIn(`suites/${each}`)]))
  const own = folders.flatMap((each) => [...namesIn(`suites/${each}`)]).filter(isMemberName)
  const ofMessages = [...memberNames].filter((name) => /[A-Z_]/.test(name))
  const kinds: ReadonlySet<string> = new Set(artefactKinds)
  const ofEndpoints = endpoints.filter((name) => /[A-Z]|validate|deeplink/.test(name) && !kinds.has(name))
  return new Set([...own, ...ofMessages, ...ofEndpoints].filter((name) => !foundations.has(name)))
}

/** Words that the engine has all the same, the beginning of the path of those that have them, and why. The list only gets shorter. */
const known = [
  { in: '', words: ['issuerMetadata'], why: 'a fact that is known beside an artefact has the same name' },
  { in: 'src/', words: ['node_modules'], why: 'a folder of Node' },
  { in: 'src/cli/commands/audit.ts', words: ['sd_jwt'], why: 'a column in an example, as users name it' },
  {
    in: 'src/wire/server/',
    words: ['error_description', 'not_found', 'server_error', 'temporarily_unavailable'],
    why: 'servers of Assay answer with errors in the form of RFC 6749, whatever they serve',
  },
  {
    in: 'reporters/text/labels.ts',
    words: ['issuerConfig', 'issuerMetadata', 'offerPush', 'validate', 'walletCallback'],
    why: 'what people call the endpoints: a report does not carry these labels',
  },
] as const

const isKnown = (file: string, name: string): boolean =>
  known.some(({ in: place, words }) => file.startsWith(place) && words.some((word) => word === name))

describe('the engine', () => {
  const words = collectWords()
  const engine = ['src', 'model', 'reporters'].flatMap(sourcesIn).filter((file) => !file.endsWith('.generated.ts'))
  const found = engine
    .flatMap((file) => listNamesOf(readFileSync(file, 'utf8')).map((name) => ({ file, name })))
    .filter(({ name }) => words.has(name))

  it('has no name that only a suite gives to an endpoint or a member', () => {
    expect(found.filter(({ file, name }) => !isKnown(file, name))).toEqual([])
  })

  it.each(known)('has $words in $in: $why', ({ in: place, words: own }) => {
    const names = new Set(found.filter(({ file }) => file.startsWith(place)).map(({ name }) => name))

    expect(own.filter((name) => !names.has(name))).toEqual([])
  })

  it.each([
    ['a member that is read', 'const nonce = content.c_nonce'],
    ['a member that is taken', 'const { vp_token: token } = content'],
    ['a member that is written', 'export const offer = { credential_issuer: url }'],
    ['a member of a type', 'interface Offer { readonly credential_configuration_ids: readonly string[] }'],
    ['a text', "const [name] = 'issuer_state'"],
    ['a place', "if (at === '/credential_response_encryption/enc') show(at)"],
    ['an endpoint', "if (endpoint === 'walletCallback') count++"],
    ['a claim', "const person = claims.get('MaskedUID')"],
  ])('would be caught with %s', (_, source) => {
    expect(listNamesOf(source).filter((name) => words.has(name))).toHaveLength(1)
  })

  it('names no requirement of a suite, but in examples of commands', () => {
    const ids = new Set(
      [defaultSuite, ...Object.values(standards)].flatMap((each) => each.requirements.map(({ id }) => id)),
    )
    const isExample = (text: string): boolean => text.startsWith('assay ')
    const named = engine.flatMap((file) => {
      const texts = listTexts(parseSync('a.ts', readFileSync(file, 'utf8')).program)
      const rows = [...texts].flatMap((text) => (isExample(text) ? [] : (text.match(/[A-Z][A-Z\d-]+/g) ?? [])))
      return rows.some((id) => ids.has(id)) ? file : []
    })

    // A report of the document's exchange is grouped by the steps of its flow, and does not carry their names.
    expect(named).toEqual(['reporters/html/flow-steps.ts'])
  })

  it('may name a member in a sentence', () => {
    expect(listNamesOf("fail('no `c_nonce` in the response')").filter((name) => words.has(name))).toEqual([])
  })
})
