import { expect } from 'vitest'
import type { Result } from '../model/report.ts'
import { formatFailure } from '../reporters/text/failure.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { isDeciding } from './judge/conclusion.ts'
import { type Verdict, type VerifyOptions, verify } from './verify/verify.ts'

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Judges an artefact. The failure message says what is wrong with it, by requirement, with the cause. */
    toConform: (options?: VerifyOptions) => R
  }
}

// The only effect of this module. Load it in `setupFiles`, or import it.
expect.extend({
  toConform(artefact: unknown, options: VerifyOptions = {}) {
    if (typeof artefact !== 'string') throw new TypeError('toConform needs a string: the artefact as it was received')
    const verdict = verify(artefact, options)
    // An inconclusive verdict fails both `toConform` and `not.toConform`.
    const pass = verdict.conclusion === 'inconclusive' ? this.isNot : verdict.conclusion === 'conformant'
    return { pass, message: () => [...formatVerdictMessage(verdict)].join('\n') }
  },
})

/** The blocks that `assay verify` prints. */
function* formatVerdictMessage(verdict: Verdict): Generator<string> {
  const { kind, conclusion, results, rules } = verdict
  if (!kind) return yield 'cannot tell what kind of artefact this is: give `as`'
  yield `${kind}: ${conclusion}`
  const deciding = results.filter((result) => isDeciding(result, rules))
  for (const result of deciding.filter(({ outcome }) => outcome === 'failed')) {
    yield ''
    yield* formatFailure(result, plainPaint)
  }
  for (const [outcome, sign] of [
    ['harnessError', '!'],
    ['cantTell', '?'],
  ] as const) {
    for (const result of deciding) if (result.outcome === outcome) yield formatUndecided(result, sign)
  }
}

const formatUndecided = ({ requirement, reason = '' }: Result, sign: string): string =>
  `${sign} ${requirement.id}  ${reason}`
