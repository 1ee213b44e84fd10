import type { Conclusion, Outcome } from '../../model/report.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { type Dimension, dimensions } from './compare/dimensions.ts'
import { createCounter, type Tally } from './compare/tally.ts'
import type { AuditFailure, OutcomeCounts, PortionResult } from './judge-portion.ts'
import type { AuditPlan } from './sources/audit-plan.ts'

/** A failure, and where it is: what a line of `failures.ndjson` has. */
export interface LocatedFailure {
  readonly id?: string
  readonly place: string
  readonly requirement: string
  readonly findings: AuditFailure['findings']
}

/** A line without an artefact, and where it is. */
export interface LocatedUnread {
  readonly place: string
  readonly problem: string
}

/** What all portions until now come to: plain data, which a checkpoint keeps. */
export interface AuditTotals {
  readonly portions: number
  readonly artefacts: number
  readonly credentials: number
  readonly unread: number
  readonly conclusions: Readonly<Partial<Record<Conclusion, number>>>
  readonly kinds: Tally
  readonly outcomes: OutcomeCounts
  readonly tallies: Readonly<Partial<Record<Dimension, Tally>>>
  readonly groups: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The first failures of each requirement. */
  readonly examples: Readonly<Record<string, readonly LocatedFailure[]>>
  readonly unreadExamples: readonly LocatedUnread[]
  /** Failures of each requirement that `failures.ndjson` has. */
  readonly listed: Readonly<Record<string, number>>
}

/** How many of each are kept. The rest is counted. */
export const most = { examples: 10, listed: 100_000, groups: 1_000 } as const

/** Adds up portions. */
export interface TotalsSum {
  /** Adds a portion and returns the lines for `failures.ndjson`. */
  readonly add: (name: string, result: PortionResult) => readonly string[]
  readonly read: () => AuditTotals
}

type Counts = Record<string, number>

/** Creates a sum that goes on from earlier totals. */
export function createTotals({ groupBy }: Pick<AuditPlan, 'groupBy'>, before?: AuditTotals): TotalsSum {
  let { portions, artefacts, credentials, unread } = before ?? { portions: 0, artefacts: 0, credentials: 0, unread: 0 }
  const conclusions: Partial<Record<Conclusion, number>> = { ...before?.conclusions }
  const outcomes = new Map<string, Partial<Record<Outcome, number>>>(
    Object.entries(before?.outcomes ?? {}).map(([id, counts]) => [id, { ...counts }]),
  )
  const kinds = createCounter(before?.kinds)
  const tallies = new Map(dimensions.map((each) => [each, createCounter(before?.tallies[each])]))
  const groups = new Map<string, Counts>(
    Object.entries(before?.groups ?? {}).map(([key, counts]) => [key, { ...counts }]),
  )
  const listing = createListing(before)
  const mergeTallies = (own: PortionResult['tallies']): void => {
    for (const dimension of dimensions)
      for (const [key, [all, bad]] of Object.entries(own[dimension] ?? {})) tallies.get(dimension)?.add(key, all, bad)
  }
  const mergeGroups = (own: PortionResult['groups']): void => {
    for (const [key, counts] of Object.entries(own)) {
      const place = groups.has(key) || groups.size < most.groups ? key : '(others)'
      groups.set(place, addCounts(groups.get(place) ?? {}, counts))
    }
  }
  return {
    add: (name, result) => {
      portions++
      artefacts += Object.values(result.kinds).reduce((sum, [all]) => sum + all, 0)
      credentials += result.credentials
      unread += result.unread.length
      addCounts(conclusions, result.conclusions)
      for (const [id, counts] of Object.entries(result.outcomes))
        outcomes.set(id, addCounts(outcomes.get(id) ?? {}, counts))
      for (const [kind, [all, bad]] of Object.entries(result.kinds)) kinds.add(kind, all, bad)
      mergeTallies(result.tallies)
      if (groupBy) mergeGroups(result.groups)
      return listing.add(name, result)
    },
    read: () => ({
      ...{ portions, artefacts, credentials, unread, conclusions },
      kinds: kinds.read(),
      outcomes: Object.fromEntries(outcomes),
      tallies: Object.fromEntries([...tallies].map(([dimension, counter]) => [dimension, counter.read()])),
      groups: Object.fromEntries(groups),
      ...listing.read(),
    }),
  }
}

function addCounts<T extends Partial<Record<string, number>>>(sums: T, counts: T): T {
  for (const [key, count] of Object.entries(counts)) Object.assign(sums, { [key]: (sums[key] ?? 0) + (count ?? 0) })
  return sums
}

/** Keeps the first failures of each requirement, and lists the first many of them in a file. */
function createListing(before?: AuditTotals) {
  const examples = new Map(Object.entries(before?.examples ?? {}).map(([id, all]) => [id, [...all]]))
  const unreadExamples: LocatedUnread[] = [...(before?.unreadExamples ?? [])]
  const listed: Counts = { ...before?.listed }
  const isListed = (id: string): boolean => {
    const count = (listed[id] ?? 0) + 1
    if (count <= most.listed) listed[id] = count
    return count <= most.listed
  }
  const list = (name: string, { failures, unread }: PortionResult): readonly string[] => {
    const lines: string[] = []
    for (const { id, line, requirement, findings } of failures) {
      const failure = { ...(id !== undefined && { id }), place: `${name}:${line}`, requirement, findings }
      const known = examples.get(requirement) ?? []
      if (known.length < most.examples) examples.set(requirement, [...known, failure])
      if (isListed(requirement)) lines.push(writeJson(failure))
    }
    for (const { line, problem } of unread) {
      const one = { place: `${name}:${line}`, problem }
      if (unreadExamples.length < most.examples) unreadExamples.push(one)
      if (isListed('unread')) lines.push(writeJson(one))
    }
    return lines
  }
  return {
    add: list,
    read: () => ({
      examples: Object.fromEntries(examples),
      unreadExamples: [...unreadExamples],
      listed: { ...listed },
    }),
  }
}
