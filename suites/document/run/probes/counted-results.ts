import { isHandledCorrectly, type ProbeResult } from '../../../../model/probe.ts'

/** The number of unexpected answers, and of inconclusive ones, that a counted portion reports one by one. */
const maxListed = 3

/** Summarizes the results of a portion. Only probes that were not handled correctly keep their session in the record. */
export function summarizePortion(all: readonly ProbeResult[], isCounted: boolean): readonly ProbeResult[] {
  const unexpected = all.filter((each) => !isHandledCorrectly(each))
  const selectSome = (isInconclusive: boolean) =>
    unexpected.filter(({ answer }) => (answer === 'inconclusive') === isInconclusive).slice(0, maxListed)
  const listed = new Set(isCounted ? [...selectSome(false), ...selectSome(true)] : unexpected)
  return mergeCounted(all.map((each) => (listed.has(each) ? each : removeSession(each, isCounted))))
}

/** Removes the session, which is not recorded. A counted result also loses its reason, which holds words of the target. */
function removeSession({ session: _, reason, ...probed }: ProbeResult, isCounted: boolean): ProbeResult {
  return isCounted ? { ...probed, members: 1 } : { ...probed, ...(reason !== undefined && { reason }) }
}

/** Merges counted results into one for each probe, receiver and answer. */
export function mergeCounted(all: readonly ProbeResult[]): readonly ProbeResult[] {
  const counts = new Map<string, number>()
  const createKey = ({ id, receiver, answer }: ProbeResult): string => `${id} ${receiver} ${answer}`
  for (const each of all) {
    if (each.members !== undefined) counts.set(createKey(each), (counts.get(createKey(each)) ?? 0) + each.members)
  }
  return all.flatMap((each) => {
    if (each.members === undefined) return [each]
    const members = counts.get(createKey(each))
    counts.delete(createKey(each))
    return members === undefined
      ? []
      : [{ ...each, description: `${each.description.replace(/: .*/s, '')}: ${members} more`, members }]
  })
}
