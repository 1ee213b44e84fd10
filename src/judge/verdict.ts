import type { ReportedResult, RunReport, RunVerdict, VerdictReason } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import type { PlanGap } from '../../plans/plan.ts'
import type { TakenDecision } from './decisions.ts'

/** The part of a result on which a verdict depends. */
export type WeighedResult = Pick<ReportedResult, 'outcome' | 'force' | 'decides' | 'consequence'>

/** Everything that a verdict depends on. */
export interface VerdictInput {
  readonly results: readonly WeighedResult[]
  readonly endings: readonly Pick<SessionEnd, 'ended' | 'reason'>[]
  readonly decisions: readonly Pick<TakenDecision, 'source'>[]
  /** Whether every requirement was selected. */
  readonly isComplete: boolean
  /** What is said if the targets did not get the probes that they must reject or accept. */
  readonly unprobed?: VerdictReason | undefined
  /** Messages that were taken, and by which no requirement could be judged. */
  readonly unjudged?: readonly unknown[]
  readonly interrupted: boolean
  /** What the plan of the targets demands and the run did not judge. */
  readonly gaps?: readonly PlanGap[]
  /** Credentials that had expired when they were issued. */
  readonly expired?: number
  /** Why Assay could not go on. */
  readonly failure?: string | undefined
}

/** The exit code of each verdict. */
export const runExitCodes: Readonly<Record<RunVerdict, number>> = {
  harnessError: 5,
  unavailable: 4,
  nonconformant: 1,
  unsafe: 1,
  inconclusive: 3,
  conformant: 0,
  interrupted: 130,
}

/** The verdict for each reason, the weightiest first. */
const verdictByReason: readonly (readonly [VerdictReason['code'], RunVerdict])[] = [
  ['interrupted', 'interrupted'],
  ['harnessError', 'harnessError'],
  ['unavailable', 'unavailable'],
  ['failed', 'nonconformant'],
  ['risk', 'unsafe'],
  ['inconclusive', 'inconclusive'],
  ['stopped', 'inconclusive'],
]

/** Reasons that leave a verdict as it is, and forbid a claim. */
const unclaimable: readonly VerdictReason['code'][] = ['expired', 'unprobed', 'plan', 'partial', 'defaults']

/** Decides the verdict of a run, with every reason for it. Nothing judged is never success. */
export function decideVerdict(input: VerdictInput): RunReport['verdict'] {
  const reasons = [...listReasons(input)]
  const has = (code: VerdictReason['code']): boolean => reasons.some((reason) => reason.code === code)
  const [, decided] = verdictByReason.find(([code]) => has(code)) ?? []
  const result = decided ?? (input.results.some(isJudged) ? 'conformant' : 'inconclusive')
  const claimable = result === 'conformant' && !unclaimable.some(has)
  return { result, exitCode: runExitCodes[result], claimable, reasons }
}

/** Some roles are bound by recommendations alone: judging those is judging, though none of them decides. */
const isJudged = ({ force, outcome }: WeighedResult): boolean =>
  force !== 'info' && force !== 'gap' && /^passed|^failed/.test(outcome)

function* listReasons(input: VerdictInput): Generator<VerdictReason> {
  const { results, endings, decisions, isComplete, unprobed, interrupted, failure } = input
  const { gaps = [], expired = 0, unjudged = [] } = input
  const deciding = results.filter(({ decides }) => decides !== undefined)
  const failed = deciding.filter(hasOutcome('failed'))
  const ended = (how: SessionEnd['ended']) => endings.filter((each) => each.ended === how)
  const [unavailable, stopped] = [ended('unavailable'), ended('stopped')]
  if (interrupted) yield { code: 'interrupted', text: 'the run was interrupted', count: 1 }
  if (failure !== undefined) yield { code: 'harnessError', text: failure, count: 1 }
  yield* countReason('harnessError', results.filter(hasOutcome('harnessError')), 'requirement hit a harness error')
  yield* countReason('unavailable', unavailable, `session could not run: ${unavailable[0]?.reason}`)
  yield* countReason(
    'failed',
    failed.filter(({ decides }) => decides !== 'risk'),
    'requirement failed',
  )
  yield* countRisks(failed)
  yield* countReason('stopped', stopped, `session ended early: ${stopped[0]?.reason}`)
  yield* countReason(
    'inconclusive',
    deciding.filter(hasOutcome('cantTell')),
    'requirement is inconclusive',
    'requirements are inconclusive',
  )
  yield* countReason('inconclusive', unjudged, 'message could not be judged', 'messages could not be judged')
  yield* countExpired(expired)
  if (!isComplete) yield { code: 'partial', text: 'only some of the requirements were selected', count: 1 }
  if (unprobed) yield unprobed
  yield* countReason('plan', gaps, 'requirement of the plan was not judged', 'requirements of the plan were not judged')
  yield* countReason(
    'defaults',
    decisions.filter(({ source }) => source === 'default'),
    'decision was left at its default',
    'decisions were left at their defaults',
  )
}

/** No sentence forbids an issuer to issue what has expired, but it cannot be used, and shows nothing. */
function* countExpired(count: number): Generator<VerdictReason> {
  const text =
    count === 1
      ? '1 credential had expired when it was issued'
      : `${count} credentials had expired when they were issued`
  if (count > 0) yield { code: 'expired', text, count }
}

/** Counts what failed only at the go-live gate: `2 security requirements failed that the document does not make mandatory`. */
function* countRisks(failed: readonly WeighedResult[]): Generator<VerdictReason> {
  const risks = failed.filter(({ decides }) => decides === 'risk')
  for (const harm of ['security', 'privacy'] as const)
    yield* countReason(
      'risk',
      risks.filter(({ consequence }) => consequence.harm === harm),
      `${harm} requirement failed that the document does not make mandatory`,
      `${harm} requirements failed that the document does not make mandatory`,
    )
}

const hasOutcome =
  (outcome: WeighedResult['outcome']) =>
  (result: WeighedResult): boolean =>
    result.outcome === outcome

/** A reason that begins with a number, such as `2 sessions stopped before their end`. */
function* countReason(
  code: VerdictReason['code'],
  all: readonly unknown[],
  one: string,
  many: string = one.replace(/^(requirement|session)\b/, '$1s').replace('its end', 'their end'),
): Generator<VerdictReason> {
  if (all.length > 0) yield { code, text: `${all.length} ${all.length === 1 ? one : many}`, count: all.length }
}

/** Why a verdict is provisional: the reports that it was made from say so. */
export const findUnprobed = (verdicts: readonly RunReport['verdict'][]): VerdictReason | undefined =>
  verdicts.flatMap(({ reasons }) => reasons).find(({ code }) => code === 'unprobed')

/** Adds a note to a verdict: a target wrote private values where reports show values, and they were described. */
export function addPrivacyNote(verdict: RunReport['verdict'], count: number): RunReport['verdict'] {
  if (count === 0) return verdict
  const text =
    count === 1
      ? '1 private value was described: a target wrote it where reports show values'
      : `${count} private values were described: a target wrote them where reports show values`
  return { ...verdict, reasons: [...verdict.reasons, { code: 'privacy', text, count }] }
}
