import { expect } from 'vitest'
import { blockOf, plain } from '../reporters/blocks.ts'
import { isRequired } from './harness/gate.ts'
import type { Result } from './model/report.ts'
import { type Verdict, type VerifyOptions, verify } from './verify.ts'

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Judges an artefact; fails with what is wrong with it, by requirement, with the cause. */
    toConform: (options?: VerifyOptions) => R
  }
}

// Loaded for this one effect, as a `setupFiles` entry or by an import.
expect.extend({
  toConform(artefact: unknown, options: VerifyOptions = {}) {
    if (typeof artefact !== 'string') throw new TypeError('toConform judges a string, the artefact as it was received')
    const verdict = verify(artefact, options)
    // What cannot be told is no proof either way: it fails `toConform` and `not.toConform` alike.
    const pass = verdict.conclusion === 'inconclusive' ? this.isNot : verdict.conclusion === 'conformant'
    return { pass, message: () => [...told(verdict, options)].join('\n') }
  },
})

/** The same blocks that the command line prints. */
function* told(verdict: Verdict, { strictness }: VerifyOptions): Generator<string> {
  const { kind, conclusion, results } = verdict
  if (!kind) return yield 'it cannot be told what this is: give `as`'
  yield `${kind}: ${conclusion}`
  const deciding = results.filter((result) => isRequired(result, strictness))
  for (const result of deciding.filter(({ outcome }) => outcome === 'failed')) {
    yield ''
    yield* blockOf(result, plain)
  }
  for (const [outcome, sign] of [
    ['harnessError', '!'],
    ['cantTell', '?'],
  ] as const) {
    for (const result of deciding) if (result.outcome === outcome) yield asideOf(result, sign)
  }
}

const asideOf = ({ requirement, reason = '' }: Result, sign: string): string => `${sign} ${requirement.id}  ${reason}`
