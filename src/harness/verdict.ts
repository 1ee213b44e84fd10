import type { Result } from '../model/report.ts'
import type { Reason, RunReport, RunVerdict } from '../model/run-report.ts'
import type { Taken } from './answers.ts'
import { isRequired, type Strictness } from './gate.ts'
import type { Ending } from './play.ts'

/** What a result weighs. */
export type Weighed = Pick<Result, 'outcome'> & { readonly requirement: Pick<Result['requirement'], 'force'> }

/** Everything that a verdict depends on. */
export interface Grounds {
  readonly results: readonly Weighed[]
  readonly endings: readonly Pick<Ending, 'ended' | 'reason'>[]
  readonly decisions: readonly Pick<Taken, 'source'>[]
  /** Whether every requirement was selected. */
  readonly isComplete: boolean
  readonly strictness: Strictness
  readonly interrupted: boolean
}

/** What the command ends with; the first that applies wins. */
export const exitCodeOfRun: Readonly<Record<RunVerdict, number>> = {
  defect: 5,
  unavailable: 4,
  nonconformant: 1,
  inconclusive: 3,
  conformant: 0,
  interrupted: 130,
}

/** What a run comes to, and every reason for it. Nothing judged is never success. */
export function verdictOf(grounds: Grounds): RunReport['verdict'] {
  const { results, strictness, isComplete } = grounds
  const deciding = results.filter((result) => isRequired(result, strictness))
  const reasons = [...reasonsFor(grounds, deciding)]
  const has = (code: Reason['code']): boolean => reasons.some((reason) => reason.code === code)
  // Some roles are bound by recommendations alone: what is kept of them is something, though it does not decide.
  const isJudged = results.some((each) => isRequired(each, 'all') && /^passed|^failed/.test(each.outcome))
  const result: RunVerdict = has('interrupted')
    ? 'interrupted'
    : has('defect')
      ? 'defect'
      : has('lost')
        ? 'unavailable'
        : has('failed')
          ? 'nonconformant'
          : has('undecided') || has('stopped') || !isJudged
            ? 'inconclusive'
            : 'conformant'
  const claimable = result === 'conformant' && isComplete && !has('assumed')
  return { result, exitCode: exitCodeOfRun[result], claimable, reasons }
}

function* reasonsFor(grounds: Grounds, deciding: readonly Weighed[]): Generator<Reason> {
  const { results, endings, decisions, interrupted, isComplete } = grounds
  if (interrupted) yield { code: 'interrupted', text: 'the run was interrupted', count: 1 }
  yield* counted('defect', 'a defect of assay came to light', results.filter(of('harnessError')))
  const lost = endings.filter(({ ended }) => ended === 'lost')
  if (lost.length > 0) yield { code: 'lost', text: `a message was lost: ${lost[0]?.reason}`, count: lost.length }
  yield* counted('failed', 'a required requirement failed', deciding.filter(of('failed')))
  const stopped = endings.filter(({ ended }) => ended === 'stopped')
  if (stopped.length > 0) {
    yield { code: 'stopped', text: `an honest session did not end: ${stopped[0]?.reason}`, count: stopped.length }
  }
  yield* counted('undecided', 'a required requirement cannot be told', deciding.filter(of('cantTell')))
  if (!isComplete) yield { code: 'selection', text: 'only a part of the requirements was selected', count: 1 }
  const assumed = decisions.filter(({ source }) => source === 'assumed')
  yield* counted('assumed', 'an answer was assumed where the document is silent', assumed)
}

const of =
  (outcome: Result['outcome']) =>
  (result: Weighed): boolean =>
    result.outcome === outcome

function* counted(code: Reason['code'], text: string, all: readonly unknown[]): Generator<Reason> {
  if (all.length > 0) yield { code, text, count: all.length }
}
