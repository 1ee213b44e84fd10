import { testedIn } from '../../assembly/roles.ts'
import { playAndJudge } from '../../assembly/run.ts'
import { messagesIn } from '../../model/probe.ts'
import type { Effects } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { tool } from '../tool.ts'

/** How often somebody under test is put to the test, and what all of it does to them. */
export interface Lying {
  readonly lies: number
  readonly effects: Effects
}

/** A time at which everything in the fixtures is valid. */
const now = 1_795_000_000

/** Members of each family that are really played. What more of them do is reckoned: each does what the others do. */
const most = 10

/** Finds out what it does to those under test when they are lied to. */
export async function lyingTo(settings: Settings, members: number): Promise<Lying> {
  const some = await playedTo(settings, Math.min(members, most))
  if (members <= most) return some
  const one = await playedTo(settings, 1)
  const reckoned = (few: number, many: number): number => few + Math.round(((many - few) * (members - 1)) / (most - 1))
  const effects = Object.entries(one.effects).map(([name, few]) => [
    name,
    reckoned(few, some.effects[name as keyof Effects]),
  ])
  return { lies: reckoned(one.lies, some.lies), effects: Object.fromEntries(effects) }
}

/** Tells the reference cast the lies that those under test would be told. The catalogue is loaded only for that. */
async function playedTo(settings: Settings, members: number): Promise<Lying> {
  const { probingWith } = await import('../../assembly/probes/catalogue.ts')
  const { probes, effects } = await playAndJudge(
    { ...settings, targets: {}, now },
    {
      clock: () => 1000 * now,
      tool,
      lines: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      tested: testedIn(settings),
      probing: probingWith({ members, seed: 1 }),
    },
  )
  // A clock that stands still measures no peak.
  return { lies: messagesIn(probes), effects: { ...effects, peak: 0 } }
}
