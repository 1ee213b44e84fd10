import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import { suites } from '../../suites/suites.ts'
import type { JudgedCase } from '../verify/cases.ts'
import type { TestTrial } from './trials.ts'

/** A requirement of which nothing was seen, and why. */
export interface Untested {
  readonly row: Requirement
  readonly reason: string
  /** Whether it does not apply to what was seen. */
  readonly isInapplicable?: boolean
}

/** What a test was about. */
export interface TestScope {
  readonly rows: readonly Requirement[]
  readonly role: Requirement['binds']
  readonly hasProbes: boolean
}

const absentKinds = new Map(Object.values(suites).flatMap(({ absentKinds: own = {} }) => Object.entries(own)))
const absentParts = new Map(Object.values(suites).flatMap(({ absentParts: own = {} }) => Object.entries(own)))

/** The requirements on a role of which nothing was seen. */
export function listUntested(
  { cases, trials }: { readonly cases: readonly JudgedCase[]; readonly trials: readonly TestTrial[] },
  { rows, role, hasProbes }: TestScope,
): readonly Untested[] {
  const results = cases.flatMap(({ verdict }) => verdict.results)
  const seen = new Set([
    ...results.filter((result) => !isIdle(result)).map(({ requirement }) => requirement.id),
    ...trials.map(({ row }) => row.id),
  ])
  const bound = rows.filter(({ binds }) => binds === role)
  const parts = new Set(bound.filter(({ id }) => seen.has(id)).map(getPart))
  const reasons = new Map(results.filter(isIdle).flatMap(readReason))
  const explain = (row: Requirement): string =>
    reasons.get(row.id) ??
    absentParts.get(row.id) ??
    (parts.has(getPart(row)) ? undefined : absentParts.get(getPart(row))) ??
    explainAbsence(row, hasProbes)
  return bound
    .filter(({ id }) => !seen.has(id))
    .map((row) => ({ row, reason: explain(row), isInapplicable: reasons.has(row.id) }))
}

const isIdle = ({ outcome }: Result): boolean => outcome === 'inapplicable' || outcome === 'untested'

/** A message of another kind says nothing of a requirement. */
const readReason = ({ requirement: { id, seen }, reason }: Result): readonly (readonly [string, string])[] =>
  reason === undefined || !('in' in seen) || reason.startsWith('there is no ') ? [] : [[id, reason]]

const getPart = ({ id }: Requirement): string => id.split('-')[0] ?? id

function explainAbsence({ seen }: Requirement, hasProbes: boolean): string {
  if ('nowhere' in seen) return seen.nowhere
  if ('exchange' in seen)
    return seen.byProbes && !hasProbes
      ? 'only negative tests show it: pass --probes'
      : `it takes more than was seen: ${seen.exchange}`
  const [known] = seen.in.flatMap((kind) => absentKinds.get(kind) ?? [])
  return known ?? `no message of this kind was seen: ${seen.in.join(', ')}`
}
