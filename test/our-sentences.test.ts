import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import type { Result } from '../model/report.ts'
import { publicWords } from '../src/privacy/public-words.ts'
import { redactResults } from '../src/privacy/redact-findings.ts'
import { requirements } from '../suites/document/all/requirements.ts'

// A target may send any text, our own sentences included. It hides its values by that, and none of our words.

const [requirement] = requirements

/** Not a place, and no example of a value. */
const isSentence = (text: string): boolean => text.length >= 6 && !/^[/.]|^kb_jwt\/|^urn:|["[#]/.test(text)

/** Every text in the files of checks that stands in a sentence of its own. */
function* listTexts(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const each of node) yield* listTexts(each)
    return
  }
  const { type, value, ...rest } = node as { readonly type?: string; readonly value?: unknown } // every node has a type
  if (type === 'ImportDeclaration') return
  if (type === 'Literal' && typeof value === 'string' && isSentence(value)) yield value
  yield* listTexts([value, ...Object.values(rest)])
}

const sentences = new Set(
  globSync('suites/**/*checks*.ts').flatMap((file) => [
    ...listTexts(parseSync(file, readFileSync(file, 'utf8')).program),
  ]),
)

/** The texts of a finding in a run in which a target sent these texts. */
function show(text: string, sent: readonly string[]): readonly (string | undefined)[] {
  if (!requirement) throw new TypeError('there is no requirement')
  const finding = { kind: 'jwks', in: '', at: '/x', expected: text, actual: text, diagnosis: text } as const
  const result: Result = { requirement, outcome: 'failed', findings: [finding], reason: text }
  const artefact = { kind: 'jwks', at: '', text: '', content: { list: sent } } as const
  const [shown] = redactResults([result], [artefact], publicWords)
  return [
    shown?.reason,
    ...(shown?.findings ?? []).flatMap(({ expected, actual, diagnosis }) => [expected, actual, diagnosis]),
  ]
}

describe('a sentence of ours', () => {
  it('is shown whole, whatever a target sent', () => {
    expect(sentences.size).toBeGreaterThan(300)
    const all = [...sentences]
    const hidden = all.filter((text) => show(text, all).some((shown) => shown !== text))
    expect(hidden).toEqual([])
  })

  it.each(requirements.map(({ id, text }) => ({ id, text })))('names $id', ({ id, text }) => {
    expect(show(`see ${id}`, [id, text])[0]).toBe(`see ${id}`)
  })

  it.each(['/payload/_sd/12', '/header/kid'])('may have a JSON Pointer: %s', (pointer) => {
    expect(show(`the same as ${pointer}`, [])[0]).toBe(`the same as ${pointer}`)
  })

  it.each(['/payload/1234', '/payload/12/34/56', '/payload/asha-rao', '/zzyzx/iss'])('hides the rest: %s', (text) => {
    expect(show(`the same as ${text}`, [])[0]).toBe(`the same as <text of ${text.length} characters>`)
  })

  it('shows nothing of a target beside it', () => {
    expect(show('expected "Asha Rao", a claim', ['Asha Rao'])[0]).toBe('expected <text of 8 characters>, a claim')
    expect(show('at the place of-asha-rao-17', ['of-asha-rao-17'])[0]).toBe('at the place <text of 14 characters>')
  })
})
