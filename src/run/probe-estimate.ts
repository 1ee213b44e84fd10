import { countMessages } from '../../model/probe.ts'
import type { Traffic } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { tool } from '../runtime/tool.ts'
import { chooseTestedRoles } from './roles.ts'
import { runAndJudge } from './run.ts'

/** How often somebody under test is put to the test, and what all of it does to them. */
export interface ProbeEstimate {
  readonly probes: number
  readonly traffic: Traffic
}

/** A time at which everything in the fixtures is valid. */
const now = 1_795_000_000

/** Members of each family that are really played. What more of them do is reckoned: each does what the others do. */
const maxMembers = 10

/** Finds out what it does to those under test when they are lied to. */
export async function estimateProbes(settings: Settings, members: number): Promise<ProbeEstimate> {
  const some = await countProbes(settings, Math.min(members, maxMembers))
  if (members <= maxMembers) return some
  const one = await countProbes(settings, 1)
  const reckoned = (few: number, many: number): number =>
    few + Math.round(((many - few) * (members - 1)) / (maxMembers - 1))
  const traffic = Object.entries(one.traffic).map(([name, few]) => [
    name,
    reckoned(few, some.traffic[name as keyof Traffic]),
  ])
  return { probes: reckoned(one.probes, some.probes), traffic: Object.fromEntries(traffic) }
}

/** Tells the reference cast the lies that those under test would be told. The catalogue is loaded only for that. */
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
      sendProbes: createProbing({ members, seed: 1 }),
    },
  )
  // A clock that stands still measures no peak.
  return { probes: countMessages(probes), traffic: { ...traffic, peakPerSecond: 0 } }
}
