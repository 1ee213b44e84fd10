import { testedIn } from '../../assembly/roles.ts'
import { playAndJudge } from '../../assembly/run.ts'
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

/** Tells the reference cast the lies that those under test would be told. The catalogue is loaded only for that. */
export async function lyingTo(settings: Settings, members: number): Promise<Lying> {
  const { probingWith } = await import('../../assembly/lies.ts')
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
  return { lies: probes.length, effects: { ...effects, peak: 0 } }
}
