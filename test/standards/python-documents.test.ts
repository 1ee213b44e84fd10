import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { whyNoPython } from '../python.ts'
import { allowed, mistakes } from './python/documents.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`
const script = resolve(import.meta.dirname, 'documents/documents.py')

const faulty = mistakes
const plans = [...allowed, ...faulty.map(([plan]) => plan)]

/** A document, and what a receiver knows beside it. */
type Written = VerifyOptions & { readonly text: string; readonly error?: string }

/** One process writes all documents. */
const writeAll = (): ReadonlyMap<string, Written> => {
  const answers = execFileSync('python3', ['-B', script], {
    input: `${plans.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 16 << 20,
  })
  const lines = answers.trim().split('\n')
  return new Map(plans.map((plan, i) => [plan, JSON.parse(lines[i] ?? '{}')]))
}

describe.skipIf(noPython !== undefined)(`documents by Python that shares no code${reason}`, () => {
  const written = noPython === undefined ? writeAll() : new Map<string, Written>()

  const judge = (plan: string) => {
    const { text = '', error = 'nothing was written', ...facts } = written.get(plan) ?? {}
    if (text === '') throw new Error(`${plan}: ${error}`)
    const { conclusion, results } = verify(text, facts)
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
    return { conclusion, failed: failed.toSorted() }
  }

  it.each(allowed)('have no false failure: %s', (plan) => {
    expect(judge(plan)).toEqual({ conclusion: 'conformant', failed: [] })
  })

  it.each(faulty)('are found by rows that name the mistake: %s', (plan, ...rows) => {
    expect(judge(plan).failed).toEqual(rows)
  })
})
