import type { Fault } from '../../model/fault.ts'
import { isRight, messagesIn, type Probed, type Trick } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Stage } from '../stage.ts'
import { isAskedByUs } from './calls.ts'
import { gathered, type Put, summed } from './counting.ts'
import { liesIn, type Portion, portionsOf, type Sampling } from './lies.ts'
import { playerOn } from './player.ts'
import { putBy } from './shelf.ts'
import { tellAll, type Understanding } from './telling.ts'
import { playTricks } from './tricks.ts'
import { type Ways, waysTo } from './ways.ts'

/** What is put before the judges. */
export interface Probes extends Sampling, Understanding {
  /** The faults that are lies under the answers of this run. */
  readonly faults: readonly Fault[]
  readonly tricks: readonly Trick[]
}

/**
 * Puts every fault before whoever has to refuse it, between two honest sessions: where one of those is refused as well,
 * a refusal tells nothing.
 */
export async function probe(stage: Stage, probes: Probes, told: Put = () => {}): Promise<readonly Probed[]> {
  const play = playerOn(stage)
  const known = new Map<Role, Ways>()
  const all: Probed[] = []
  // Lies take minutes: what has to grow old is put by before them.
  if (stage.tested.has('issuer') && isAskedByUs(stage)) await putBy(stage)
  for (const portion of portionsOf(stage.tested, probes)) {
    const { judge } = portion
    const waysOf = async (): Promise<Ways> => {
      const ways = known.get(judge) ?? (await waysTo(judge, stage, play, probes.refusal))
      known.set(judge, ways)
      return ways
    }
    all.push(
      ...(portion.isCounted
        ? await offRecord(stage, portion, waysOf, probes)
        : await put(portion, await waysOf(), stage, probes)),
    )
    told(messagesIn(all))
  }
  return gathered(all)
}

/**
 * Puts one portion before its judge, on a stage on which nothing else is played. There the judge is ours: only what it did
 * otherwise than it has to is worth keeping.
 */
export function probeApart(portion: Portion, place: number, stage: Stage, probes: Probes): Promise<readonly Probed[]> {
  const play = playerOn(stage, `probe-${place}`)
  return offRecord(stage, portion, () => waysTo(portion.judge, stage, play, probes.refusal), probes)
}

/** Plays a portion, of which only what is odd is put on record. */
function offRecord(
  stage: Stage,
  portion: Portion,
  waysOf: () => Promise<Ways>,
  probes: Probes,
): Promise<readonly Probed[]> {
  return stage.aside(
    async () => summed(await put(portion, await waysOf(), stage, probes), portion.isCounted),
    (told, { session }) =>
      told.some((each) => each.session === session || (!portion.isCounted && each.answer === 'undecided')) ||
      (portion.tricks.length > 0 && !told.every(isRight)), // a trick may take several sessions
  )
}

async function put(
  { judge, lots, tricks }: Portion,
  ways: Ways,
  stage: Stage,
  probes: Probes,
): Promise<readonly Probed[]> {
  const lies = lots.flatMap((lot) => liesIn(lot, judge, probes.seed))
  return [
    ...(await tellAll(lies, judge, ways, stage, probes)),
    ...(await playTricks(tricks, judge, stage, ways.play, probes)),
  ]
}
