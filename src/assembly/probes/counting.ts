import { isRight, type Probed } from '../../model/probe.ts'

/** Told now and then how many messages were put before somebody. */
export type Put = (probes: number) => void

/** Answers of each sort that are told of one by one, out of a portion of which the rest is counted. */
const most = 3

/** What is told of a portion. Only what somebody did otherwise than they have to can be looked up in the record. */
export function summed(all: readonly Probed[], isCounted: boolean): readonly Probed[] {
  const odd = all.filter((each) => !isRight(each))
  const some = (isWanted: boolean) => odd.filter(({ answer }) => (answer === 'undecided') === isWanted).slice(0, most)
  const told = new Set(isCounted ? [...some(false), ...some(true)] : odd)
  return gathered(all.map((each) => (told.has(each) ? each : offRecord(each, isCounted))))
}

/** Nobody finds it in the record. What a stranger said of it was not looked through either. */
function offRecord({ session: _, reason, ...probed }: Probed, isCounted: boolean): Probed {
  return isCounted ? { ...probed, members: 1 } : { ...probed, ...(reason !== undefined && { reason }) }
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
