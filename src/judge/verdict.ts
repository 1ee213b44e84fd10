import type { Result } from '../../model/report.ts'
import type { RunReport, RunVerdict, VerdictReason } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-plan.ts'
import { isRequired, type Strictness } from './conclusion.ts'
import type { TakenDecision } from './decisions.ts'

/** A result with the force of its requirement. */
export type WeighedResult = Pick<Result, 'outcome'> & { readonly requirement: Pick<Result['requirement'], 'force'> }

/** Everything that a verdict depends on. */
export interface VerdictInput {
  readonly results: readonly WeighedResult[]
  readonly endings: readonly Pick<SessionEnd, 'ended' | 'reason'>[]
  readonly decisions: readonly Pick<TakenDecision, 'source'>[]
  /** Whether every requirement was selected. */
  readonly isComplete: boolean
  readonly strictness: Strictness
  readonly interrupted: boolean
}

/** The exit code of each verdict. */
export const runExitCodes: Readonly<Record<RunVerdict, number>> = {
  harnessError: 5,
  unavailable: 4,
  nonconformant: 1,
  inconclusive: 3,
  conformant: 0,
  interrupted: 130,
}

/** Decides the verdict of a run and lists every reason. Without a judged requirement, nothing is conformant. */
export function decideVerdict(input: VerdictInput): RunReport['verdict'] {
  const { results, strictness, isComplete } = input
  const deciding = results.filter((result) => isRequired(result, strictness))
  const reasons = [...listReasons(input, deciding)]
  const has = (code: VerdictReason['code']): boolean => reasons.some((reason) => reason.code === code)
  // Some roles have recommendations only. A judged recommendation is not nothing, although it does not decide.
  const isJudged = results.some((each) => isRequired(each, 'all') && /^passed|^failed/.test(each.outcome))
  const result: RunVerdict = has('interrupted')
    ? 'interrupted'
    : has('harnessError')
      ? 'harnessError'
      : has('unavailable')
        ? 'unavailable'
        : has('failed')
          ? 'nonconformant'
          : has('inconclusive') || has('stopped') || !isJudged
            ? 'inconclusive'
            : 'conformant'
  const claimable = result === 'conformant' && isComplete && !has('defaults')
  return { result, exitCode: runExitCodes[result], claimable, reasons }
}

function* listReasons(input: VerdictInput, deciding: readonly WeighedResult[]): Generator<VerdictReason> {
  const { results, endings, decisions, strictness, interrupted, isComplete } = input
  const filterEndings = (ended: SessionEnd['ended']) => endings.filter((each) => each.ended === ended)
  const [unavailable, stopped] = [filterEndings('unavailable'), filterEndings('stopped')]
  const requirement = strictness === 'all' ? 'requirement' : 'mandatory requirement'
  const defaults = decisions.filter(({ source }) => source === 'default')
  if (interrupted) yield { code: 'interrupted', text: 'the run was interrupted', count: 1 }
  yield* countReason('harnessError', results.filter(hasOutcome('harnessError')), {
    one: 'requirement met a harness error',
    many: 'requirements met a harness error',
  })
  yield* countReason('unavailable', unavailable, {
    one: `session could not run: ${unavailable[0]?.reason}`,
    many: `sessions could not run: ${unavailable[0]?.reason}`,
  })
  yield* countReason('failed', deciding.filter(hasOutcome('failed')), {
    one: `${requirement} failed`,
    many: `${requirement}s failed`,
  })
  yield* countReason('stopped', stopped, {
    one: `session stopped before its end: ${stopped[0]?.reason}`,
    many: `sessions stopped before their end: ${stopped[0]?.reason}`,
  })
  yield* countReason('inconclusive', deciding.filter(hasOutcome('cantTell')), {
    one: `${requirement} is inconclusive`,
    many: `${requirement}s are inconclusive`,
  })
  if (!isComplete) yield { code: 'partial', text: 'only some of the requirements were selected', count: 1 }
  yield* countReason('defaults', defaults, {
    one: 'decision was left at its default',
    many: 'decisions were left at their defaults',
  })
}

const hasOutcome =
  (outcome: Result['outcome']) =>
  (result: WeighedResult): boolean =>
    result.outcome === outcome

/** A reason that begins with a number, such as `2 sessions stopped before their end`. */
function* countReason(
  code: VerdictReason['code'],
  all: readonly unknown[],
  { one, many }: { readonly one: string; readonly many: string },
): Generator<VerdictReason> {
  if (all.length > 0) yield { code, text: `${all.length} ${all.length === 1 ? one : many}`, count: all.length }
}
