import { probesOn } from '../../assembly/probes/catalogue.ts'
import { type Portion, portionsOf, type Sampling } from '../../assembly/probes/lies.ts'
import { probeApart } from '../../assembly/probes/probe.ts'
import { type Stage, stageFor } from '../../assembly/stage.ts'
import { answersUnder } from '../../harness/answers.ts'
import { preciseClock } from '../../harness/clock.ts'
import type { Probed } from '../../model/probe.ts'
import type { Effects } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import type { Hop } from '../../model/wire.ts'
import { tool } from '../tool.ts'

/** Under which settings how many lies are told. */
export interface Order {
  readonly settings: Settings
  readonly sampling: Sampling
  readonly anchors?: readonly string[]
}

/** What became of one portion of lies, and what was said. */
export interface Share {
  readonly told: readonly Probed[]
  readonly hops: readonly Hop[]
  readonly effects: Effects
}

/** Every portion of lies that the reference cast has to refuse, as a job. */
export async function jobsOf(order: Order): Promise<readonly (() => Promise<Share>)[]> {
  const stage = stageOf(order, () => {})
  return portionsOf(stage.tested, probesOn(stage, order.sampling)).map(
    (portion, i) => () => played(portion, i + 1, order),
  )
}

/** Plays a portion on a stage of its own: what comes of it depends on nothing that was played before. */
async function played(portion: Portion, place: number, order: Order): Promise<Share> {
  const hops: Hop[] = []
  const stage = stageOf(order, (hop) => hops.push(hop))
  const told = await probeApart(portion, place, stage, probesOn(stage, order.sampling))
  return { told, hops, effects: stage.effects() }
}

function stageOf({ settings, anchors }: Order, record: (hop: Hop) => void): Stage {
  const surroundings = {
    clock: preciseClock,
    tool,
    lines: {},
    signal: new AbortController().signal,
    record,
    progress: () => {},
    ...(anchors && { anchors }),
  }
  return stageFor(settings, surroundings, answersUnder(settings).decide)
}
