import type { Result } from '../../model/report.ts'
import type { TakenDecision } from './decisions.ts'

/**
 * A failure that another answer to an open gap resolves: the requirement passes with it, or does not apply. The default
 * answer is our assumption, and an assumption accuses no target: the requirement is inconclusive until the decision is
 * answered.
 */
export function suspendAssumed(result: Result, taken: readonly TakenDecision[]): Result {
  const { outcome, findings, passesUnder = [], inapplicableUnder = [] } = result
  if (outcome !== 'failed') return result
  const assumed = taken.filter(({ source }) => source === 'default')
  const select = (answers: readonly string[]): readonly string[] =>
    answers.filter((answer) => assumed.some(({ decision: { id } }) => answer.startsWith(`${id} = `)))
  const [passes, lapses] = [select(passesUnder), select(inapplicableUnder)]
  const open = assumed.filter(({ decision: { id } }) =>
    [...passes, ...lapses].some((answer) => answer.startsWith(`${id} = `)),
  )
  if (open.length === 0) return result
  const [first] = findings
  const place = first?.at ? `${first.at}: ` : ''
  const what = first ? ` (${place}expected ${first.expected}, actual ${first.actual})` : ''
  const fails = open.map(({ decision: { id }, value }) => `${id} = ${value}`).join(' and ')
  const reason = [
    `${suspended} ${fails}, a default that was not confirmed${what}`,
    ...(passes.length > 0 ? [`would pass with ${passes.join(' or ')}`] : []),
    ...(lapses.length > 0 ? [`would not apply with ${lapses.join(' or ')}`] : []),
  ].join('; ')
  return { ...result, outcome: 'cantTell', findings: [], reason }
}

const suspended = 'would fail with'

/** Whether a result failed under a default that was not confirmed. */
export const isSuspended = ({ outcome, reason = '' }: Pick<Result, 'outcome' | 'reason'>): boolean =>
  outcome === 'cantTell' && reason.startsWith(suspended)
