import type { Probed } from '../../model/probe.ts'

/** Told now and then how many messages were put before somebody. */
export type Put = (probes: number) => void

/** How many messages that were. */
export const numberOf = (all: readonly Probed[]): number => all.reduce((sum, { members = 1 }) => sum + members, 0)

/** Answers that are told of one by one, out of a portion of which the rest is counted. */
const most = 3

/** What is told of a portion. Only what somebody did otherwise than they have to can be looked up in the record. */
export function summed(all: readonly Probed[], isCounted: boolean): readonly Probed[] {
  const odd = new Set(all.filter(({ answer, expected }) => answer !== expected).slice(0, isCounted ? most : undefined))
  return gathered(
    all.map((each) => {
      if (odd.has(each)) return each
      const { session: _, ...probed } = each
      return { ...probed, ...(isCounted && { members: 1 }) }
    }),
  )
}

/** Members of a family that were only counted, as one for each answer. */
export function gathered(all: readonly Probed[]): readonly Probed[] {
  const counts = new Map<string, number>()
  const keyOf = ({ id, judge, answer }: Probed): string => `${id} ${judge} ${answer}`
  for (const each of all) {
    if (each.members !== undefined) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + each.members)
  }
  return all.flatMap((each) => {
    if (each.members === undefined) return [each]
    const members = counts.get(keyOf(each))
    counts.delete(keyOf(each))
    return members === undefined
      ? []
      : [{ ...each, deed: `${each.deed.replace(/: .*/s, '')}: ${members} more`, members }]
  })
}
