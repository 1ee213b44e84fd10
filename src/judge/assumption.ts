import type { Result } from '../../model/report.ts'
import type { TakenDecision } from './decisions.ts'

/**
 * A failure that another answer to an open gap turns into a pass. The default answer is our assumption, and an assumption
 * accuses no target: the requirement is inconclusive until the decision is answered.
 */
export function suspendAssumed(result: Result, taken: readonly TakenDecision[]): Result {
  const { outcome, findings, passesUnder = [] } = result
  if (outcome !== 'failed') return result
  const assumed = taken.filter(({ source }) => source === 'default')
  const open = assumed.flatMap(({ decision, value }) => {
    const others = passesUnder.filter((answer) => answer.startsWith(`${decision.id} = `))
    return others.length === 0 ? [] : [{ fails: `${decision.id} = ${value}`, passes: others }]
  })
  if (open.length === 0) return result
  const [first] = findings
  const place = first?.at ? `${first.at}: ` : ''
  const what = first ? ` (${place}expected ${first.expected}, actual ${first.actual})` : ''
  const answers = `${suspended} ${open.map(({ fails }) => fails).join(' and ')}, a default that was not confirmed`
  const reason = `${answers}${what}; would pass with ${open.flatMap(({ passes }) => passes).join(' or ')}`
  return { ...result, outcome: 'cantTell', findings: [], reason }
}

const suspended = 'would fail with'

/** Whether a result failed under a default that was not confirmed. */
export const isSuspended = ({ outcome, reason = '' }: Pick<Result, 'outcome' | 'reason'>): boolean =>
  outcome === 'cantTell' && reason.startsWith(suspended)
