import { describe, expect, it } from 'vitest'
import { judge } from '../fuzz/oracle.ts'
import { makeDocumentOriginals } from '../fuzz/originals.ts'

// Under `parts`, a digest fixes neither the type of a value nor where salt, name and value end. Every edit of a disclosure that
// keeps its digest is tried: it leaves the claim as it is, or it shows. `EDITS=all` tries every one, otherwise some of each kind.

const original = makeDocumentOriginals().find(({ kind, decisions }) => kind === 'credential' && !decisions['sd.digest'])
if (!original) throw new TypeError('there is no credential')
const [jws = '', ...parts] = original.text.split('~').map((part) => part.trim())
const disclosures = parts.filter((part) => part !== '')

const encode = (text: string): string => Buffer.from(text).toString('base64url')
const write = (...elements: readonly unknown[]): string => encode(JSON.stringify(elements))
const read = (disclosure: string): readonly [name: string, value: unknown, salt: string] =>
  JSON.parse(Buffer.from(disclosure, 'base64url').toString())
const toRaw = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A text for a value that is none, and the value for a text that is JSON. */
function* listRetyped(disclosure: string): Generator<string> {
  const [name, value, salt] = read(disclosure)
  if (typeof value !== 'string') return yield write(name, JSON.stringify(value), salt)
  const parsed = tryToParse(value)
  if (parsed !== undefined && JSON.stringify(parsed) === value) yield write(name, parsed, salt)
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Characters of the joined parts in which boundaries are moved: salt and name, and the beginning of the value. */
const farthest = 90

/** Other cuts of the joined parts, wherever each part is still the encoding of a text. */
function* listRecut(disclosure: string): Generator<string> {
  const [name, value, salt] = read(disclosure)
  const joined = [salt, name, toRaw(value)].map(encode).join('')
  const last = Math.min(joined.length, farthest)
  for (let first = 0; first < last; first++) {
    for (let second = first; second < last; second++) {
      const [cutSalt, cutName, cutValue] = [joined.slice(0, first), joined.slice(first, second), joined.slice(second)]
        .map((each) => [each, Buffer.from(each, 'base64url').toString()] as const)
        .map(([each, text]) => (encode(text) === each ? text : undefined))
      if (cutSalt === undefined || cutName === undefined || cutValue === undefined) continue
      if (cutName !== name || cutSalt !== salt) yield write(cutName, cutValue, cutSalt)
    }
  }
}

/** The same elements, with blanks and escapes. */
function* listRewritten(disclosure: string): Generator<string> {
  const [name, value, salt] = read(disclosure)
  const escapeFirst = (text: string): string =>
    `"\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`
  yield encode(`[${[name, value, salt].map((each) => JSON.stringify(each)).join(', ')}]`)
  yield encode(`[${escapeFirst(name)},${JSON.stringify(value)},${escapeFirst(salt)}]\n`)
}

interface Judged {
  readonly conclusion: string
  /** The requirements that come to another outcome than those of the credential as it was issued. */
  readonly changed: readonly string[]
}

const outcomes = (text: string, decisions: Readonly<Record<string, string>> = {}) => {
  const { conclusion, results } = judge(text, { ...original, decisions: { ...original.decisions, ...decisions } })
  return { conclusion, of: new Map(results.map(({ requirement: { id }, outcome }) => [id, outcome])) }
}
const asIssued = outcomes(original.text).of

const writeEdited = (index: number, text: string): string => [jws, ...disclosures.with(index, text), ''].join('~')

function judgeEdited(index: number, text: string): Judged {
  const { conclusion, of } = outcomes(writeEdited(index, text))
  const changed = [...of].filter(([id, outcome]) => id !== 'SD-TERMINATED' && asIssued.get(id) !== outcome)
  return { conclusion, changed: changed.map(([id]) => id) }
}

/** Edits of every disclosure, or some of them: the index of the disclosure, and its new text. */
function listEdits(
  list: (disclosure: string) => Iterable<string>,
  oneOf: number,
): readonly (readonly [index: number, text: string])[] {
  const edits = disclosures.flatMap((disclosure, index) => [...list(disclosure)].map((text) => [index, text] as const))
  const step = process.env.EDITS === 'all' ? 1 : oneOf
  return edits.filter((_, i) => i % step === 0)
}

const judgeAll = (list: (disclosure: string) => Iterable<string>, oneOf: number): readonly Judged[] =>
  listEdits(list, oneOf).map(([index, text]) => judgeEdited(index, text))

describe('an edit of a disclosure that keeps its digest', () => {
  it('shows where the type is another', () => {
    const judged = judgeAll(listRetyped, 1)

    expect(judged.length).toBeGreaterThan(5)
    expect(judged.filter(({ changed }) => changed.length === 0)).toEqual([])
  })

  it('shows where a boundary was moved', () => {
    const judged = judgeAll(listRecut, 12)

    expect(judged.length).toBeGreaterThan(40)
    expect(judged.filter(({ changed }) => changed.length === 0)).toEqual([])
  })

  it('changes nothing where the same JSON is written in another way, as RFC 9901 allows', () => {
    const judged = judgeAll(listRewritten, 4)

    expect(judged.length).toBeGreaterThan(20)
    expect(judged.filter(({ conclusion, changed }) => conclusion !== 'conformant' || changed.length > 0)).toEqual([])
  })

  it('shows where it is written in another way, and compact JSON was agreed', () => {
    const compact = { 'sd.writing': 'compact' }
    const edits = listEdits(listRewritten, 8)

    expect(edits.length).toBeGreaterThan(10)
    expect(outcomes(original.text, compact).of.get('SD-WRITTEN')).toBe('passed')
    for (const [index, text] of edits)
      expect(outcomes(writeEdited(index, text), compact).of.get('SD-WRITTEN')).toBe('failed')
  })
})
