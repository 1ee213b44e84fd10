import { isHandledCorrectly, type ProbeResult } from '../../../model/probe.ts'

/** Told now and then how many messages were put before somebody. */
export type CountProbes = (probes: number) => void

/** Answers of each sort that are told of one by one, out of a portion of which the rest is counted. */
const maxListed = 3

/** What is told of a portion. Only what somebody did otherwise than they have to can be looked up in the record. */
export function summarizePortion(all: readonly ProbeResult[], isCounted: boolean): readonly ProbeResult[] {
  const odd = all.filter((each) => !isHandledCorrectly(each))
  const some = (isWanted: boolean) =>
    odd.filter(({ answer }) => (answer === 'inconclusive') === isWanted).slice(0, maxListed)
  const told = new Set(isCounted ? [...some(false), ...some(true)] : odd)
  return mergeCounted(all.map((each) => (told.has(each) ? each : removeSession(each, isCounted))))
}

/** Nobody finds it in the record. What a stranger said of it was not looked through either. */
function removeSession({ session: _, reason, ...probed }: ProbeResult, isCounted: boolean): ProbeResult {
  return isCounted ? { ...probed, members: 1 } : { ...probed, ...(reason !== undefined && { reason }) }
}

/** Members of a family that were only counted, as one for each answer. */
export function mergeCounted(all: readonly ProbeResult[]): readonly ProbeResult[] {
  const counts = new Map<string, number>()
  const keyOf = ({ id, receiver, answer }: ProbeResult): string => `${id} ${receiver} ${answer}`
  for (const each of all) {
    if (each.members !== undefined) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + each.members)
  }
  return all.flatMap((each) => {
    if (each.members === undefined) return [each]
    const members = counts.get(keyOf(each))
    counts.delete(keyOf(each))
    return members === undefined
      ? []
      : [{ ...each, description: `${each.description.replace(/: .*/s, '')}: ${members} more`, members }]
  })
}
