import type { Probed } from '../../model/probe.ts'

/** Told now and then how many messages were put before somebody. */
export type Put = (probes: number) => void

/** How many messages that were. */
export const numberOf = (all: readonly Probed[]): number => all.reduce((sum, { members = 1 }) => sum + members, 0)

/** Members of a family that were only counted, as one. */
export function gathered(all: readonly Probed[]): readonly Probed[] {
  const counts = new Map<string, number>()
  const keyOf = ({ id, judge }: Probed): string => `${id} ${judge}`
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
