import { checks } from '../../../suites/checks.ts'
import { examine } from '../../../suites/family.ts'
import { tricks as models } from '../../../suites/models/tricks.ts'
import { requirements } from '../../../suites/registry.ts'
import { tricks } from '../../../suites/tricks.ts'
import { playLive } from '../../assembly/live.ts'
import { liesOf } from '../../assembly/negligence.ts'
import type { Sampling } from '../../assembly/probes/lies.ts'
import { articlesOf } from '../../harness/judge.ts'
import { type Heard, hear } from '../../harness/negligence.ts'
import { underEveryPreset } from '../../harness/presets.ts'
import { proveOne, type Trial } from '../../harness/prove.ts'
import type { Fault } from '../../model/fault.ts'
import { type Choice, chosenDeeds } from '../catalogue.ts'
import { playOn } from '../stage.ts'

/** What is to be proven, with how many members of each family, and of those that are put before judges. */
export interface Order extends Sampling {
  readonly choice: Choice
  readonly beforeJudges: number
}

/** What one job proved: trials of faults or of variants, or what a lie said of whoever was negligent. */
export interface Proven {
  readonly faults?: readonly Trial[]
  readonly variants?: readonly Trial[]
  readonly heard?: Heard
}

/** Every fault, every variant and every lie before its judge, as a job. */
export async function jobsOf({
  choice,
  seed,
  members,
  beforeJudges,
}: Order): Promise<readonly (() => Promise<Proven>)[]> {
  const { requirements: asked, faults, variants, exchange } = await chosenDeeds(choice)
  const examined = examine(seed, members)
  const rehearse = playOn(articlesOf(requirements, checks))
  const everywhere = underEveryPreset(playLive)
  const live = async (fault: Fault): Promise<readonly Trial[]> => {
    const trials: Trial[] = []
    for (const each of await everywhere(fault)) trials.push(await proveOne(each, playLive, examined))
    return trials
  }
  const chosen = [...tricks, ...models].filter(({ shows, breaks = shows }) => asked.includes(breaks))
  const lies = liesOf({ faults, tricks: chosen }, { seed, members: beforeJudges })
  return [
    ...faults.map((each) => async () => ({ faults: [await proveOne(each, rehearse, examined)] })),
    ...variants.map((each) => async () => ({ variants: [await proveOne(each, rehearse, examined)] })),
    ...exchange.faults.map((each) => async () => ({ faults: await live(each) })),
    ...exchange.variants.map((each) => async () => ({ variants: [await proveOne(each, playLive, examined)] })),
    ...lies.map((each) => async () => ({ heard: await hear(each) })),
  ]
}
