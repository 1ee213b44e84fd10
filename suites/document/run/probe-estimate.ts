import { countMessages } from '../../../model/probe.ts'
import type { Traffic } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { pickSelection } from '../../../src/judge/selection.ts'
import { tool } from '../../../src/runtime/tool.ts'
import { chooseTestedRoles } from './roles.ts'
import { runAndJudge } from './run.ts'

/** The number of probes in a run, and the traffic that they cause. */
export interface ProbeEstimate {
  readonly probes: number
  readonly traffic: Traffic
}

/** A time at which everything in the fixtures is valid. */
const now = 1_795_000_000

/** The number of members that are sent for an estimate. The traffic of more of them is extrapolated. */
const maxMembers = 10

/** Estimates the probes that a run sends to its targets. */
export async function estimateProbes(settings: Settings, members: number): Promise<ProbeEstimate> {
  const some = await countProbes(settings, Math.min(members, maxMembers))
  if (members <= maxMembers) return some
  const one = await countProbes(settings, 1)
  const extrapolate = (few: number, many: number): number =>
    few + Math.round(((many - few) * (members - 1)) / (maxMembers - 1))
  const traffic = Object.entries(one.traffic).map(([name, few]) => [
    name,
    extrapolate(few, some.traffic[name as keyof Traffic]),
  ])
  return { probes: extrapolate(one.probes, some.probes), traffic: Object.fromEntries(traffic) }
}

/** Counts the probes by sending them to reference actors. The catalogue is loaded only here. */
async function countProbes(settings: Settings, members: number): Promise<ProbeEstimate> {
  const { createProbing } = await import('./probes/catalogue.ts')
  const { probes, traffic } = await runAndJudge(
    { ...settings, targets: {}, now },
    {
      clock: () => 1000 * now,
      tool,
      routes: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      tested: chooseTestedRoles(settings),
      sendProbes: createProbing({ members, seed: 1, selection: pickSelection(settings) }),
    },
  )
  // The clock does not advance, so there is no peak.
  return { probes: countMessages(probes), traffic: { ...traffic, peakPerSecond: 0 } }
}
