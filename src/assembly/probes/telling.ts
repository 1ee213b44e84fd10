import { examinedKinds, shownBy } from '../../../suites/probing.ts'
import { answerIn, type Refusal } from '../../harness/answers-to-probes.ts'
import type { Fault } from '../../model/fault.ts'
import type { Probed } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Hop } from '../../model/wire.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { Stage } from '../stage.ts'
import type { Lie } from './lies.ts'
import type { Player } from './player.ts'
import { inBatches } from './twins.ts'
import { isShownBriefly, type Ways } from './ways.ts'

/** How what is said to a judge is understood. */
export interface Understanding {
  readonly refusal: Refusal
  /** Whether what was said breaks the requirement under these answers, as our own checks see it. */
  readonly isLie: (fault: Fault, hops: readonly Hop[], judge: Role) => boolean
  /** Whether nothing is wrong with what anybody but the judge said. */
  readonly isLegal: (hops: readonly Hop[], judge: Role) => boolean
}

/** Lies between two honest twins. */
const batch = 25

/** Tells a judge lies. Those that show on the short way to it go that way. */
export async function tellAll(
  lies: readonly Lie[],
  judge: Role,
  ways: Ways,
  stage: Stage,
  understanding: Understanding,
): Promise<readonly Probed[]> {
  const { play, brief } = ways
  const { short = [], long = [] } = Object.groupBy(lies, (lie) => (brief && isShownBriefly(lie) ? 'short' : 'long'))
  return [
    ...(await inBatches(short, batch, judge, brief ?? play, understanding.refusal, (lie) =>
      tellBriefly(lie, brief ?? play, play, stage, understanding),
    )),
    ...(await inBatches(long, batch, judge, play, understanding.refusal, (lie) => tell(lie, play, understanding))),
  ]
}

/**
 * A lie, by the short way. What is not refused so is put before the judge again, with all that goes before it, between
 * twins of its own. An actor of ours is believed at once that it saw no lie.
 */
async function tellBriefly(
  lie: Lie,
  way: Player,
  play: Player,
  stage: Stage,
  understanding: Understanding,
): Promise<readonly Probed[]> {
  const [told] = await tell(lie, way, understanding)
  if (told?.answer === 'refused') return [told]
  if (told === undefined && !stage.isTarget(lie.judge)) return []
  return inBatches([lie], 1, lie.judge, play, understanding.refusal, (again) => tell(again, play, understanding))
}

/** What is no lie under these answers is not held against anybody. */
export async function tell(
  { fault, judge, what, deviation }: Lie,
  play: Player,
  { refusal, isLie }: Understanding,
): Promise<readonly Probed[]> {
  const attempt = async (asks?: JsonObject) => {
    const hops = await play({ judge, deviation, ...(asks && { asks }) })
    return { hops, answer: answerIn(hops, judge, examinedKinds(fault)[0] ?? 'request', refusal) }
  }
  const isNoLie = ({ hops, answer }: Awaited<ReturnType<typeof attempt>>) =>
    answer === 'accepted' && !isLie(fault, hops, judge)
  const first = await attempt(fault.asks)
  // What is said of an RSA key is no lie about a point on a curve.
  const { hops, answer } = isNoLie(first) ? await attempt(fault.asks ?? {}) : first
  if (isNoLie({ hops, answer })) return []
  const probed: Probed = {
    id: fault.id,
    shows: shownBy(fault, judge)?.id ?? '',
    judge,
    deed: what === '' ? fault.deed : `${fault.deed}: ${what}`,
    breaks: fault.breaks.id,
    expected: 'refused',
    answer,
    ...(answer === 'undecided' && { reason: whyUndecided(hops) }),
    ...(hops[0] && { session: hops[0].session }),
  }
  return [probed]
}

const whyUndecided = (hops: readonly Hop[]): string => {
  const last = hops.at(-1)
  return last?.lost?.message ?? `the message did not get that far: nothing followed ${last?.endpoint}`
}
