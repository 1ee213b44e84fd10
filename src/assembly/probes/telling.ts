import { examinedKinds, shownBy } from '../../../suites/probing.ts'
import { answerIn, type Refusal } from '../../harness/answers-to-probes.ts'
import type { Fault } from '../../model/fault.ts'
import type { Probed } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Hop } from '../../model/wire.ts'
import type { Kind } from '../../protocol/evidence.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { Stage } from '../stage.ts'
import { bentIn, type Lie } from './lies.ts'
import type { Player } from './player.ts'

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

/** How a judge is reached: with all that goes before, and without, if it accepts that. */
export interface Ways {
  readonly play: Player
  readonly brief?: Player
}

/**
 * The shortest way to a judge. A credential can be put before a verifier, and a callback before a wallet backend, without
 * the flow that it would come out of, and a request before an issuer without an offer; if an honest one is refused so, the
 * judge wants to see the flow.
 */
export async function waysTo(judge: Role, stage: Stage, play: Player, refusal: Refusal): Promise<Ways> {
  const isOurs = !stage.isTarget('identity app') && !stage.isTarget('wallet')
  const isMinted = (judge === 'verifier' || judge === 'wallet backend') && !stage.isTarget('issuer')
  if (!isOurs || (judge !== 'issuer' && !isMinted)) return { play }
  const brief: Player = (part) => play({ ...part, isBrief: true })
  // Whoever asks in brief has to know from before what the issuer says of itself.
  if (judge === 'issuer') await play({ judge })
  return (await isAccepted(judge, brief, refusal)) ? { play, brief } : { play }
}

/** What is seen on the short ways, and who makes it. */
const briefly: Readonly<
  Record<'asked' | 'minted', { readonly kinds: readonly Kind[]; readonly makers: readonly Role[] }>
> = {
  asked: {
    kinds: ['request', 'attestation', 'encrypted-request', 'validation-request'],
    makers: ['wallet', 'identity app'],
  },
  minted: {
    kinds: ['credential', 'status-token', 'jwks', 'callback'],
    makers: ['issuer', 'status service', 'identity app'],
  },
}

/** Whether a lie shows on the short way to its judge. */
function isShownBriefly({ fault, judge, deviation }: Lie): boolean {
  const { kinds, makers } = judge === 'issuer' ? briefly.asked : briefly.minted
  return (
    examinedKinds(fault).every((kind) => kinds.includes(kind)) &&
    bentIn(deviation).every((role) => makers.includes(role))
  )
}

/** Each batch between two honest twins that came by the same way; what ends one batch begins the next. */
export async function inBatches<T>(
  deeds: readonly T[],
  size: number,
  judge: Role,
  way: Player,
  refusal: Refusal,
  told: (deed: T) => Promise<readonly Probed[]>,
): Promise<readonly Probed[]> {
  const all: Probed[] = []
  let before = deeds.length > 0 && (await isAccepted(judge, way, refusal))
  for (let i = 0; i < deeds.length; i += size) {
    const own: Probed[] = []
    for (const deed of deeds.slice(i, i + size)) own.push(...(await told(deed)))
    const after = await isAccepted(judge, way, refusal)
    all.push(...between(before, after, own))
    before = after
  }
  return all
}

/** A refusal counts only between two honest sessions that go well: they tell it from a bad day. Who accepts, accepts. */
function between(before: boolean, after: boolean, told: readonly Probed[]): readonly Probed[] {
  if (before && after) return told
  const reason = `the honest twin ${before ? 'after' : 'before'} it was not accepted either`
  return told.map((each) => (each.answer === 'accepted' ? each : { ...each, answer: 'undecided', reason }))
}

/** Plays something between two honest sessions. */
async function bracketed(
  judge: Role,
  play: Player,
  refusal: Refusal,
  act: () => Promise<readonly Probed[]>,
): Promise<readonly Probed[]> {
  const before = await isAccepted(judge, play, refusal)
  const told = await act()
  return between(before, await isAccepted(judge, play, refusal), told)
}

/** Whether a judge accepts an honest session. */
export async function isAccepted(judge: Role, play: Player, refusal: Refusal): Promise<boolean> {
  const hops = await play({ judge })
  return answerIn(hops, judge, usualOf(judge), refusal) === 'accepted'
}

/** The message at which an honest session shows that it was accepted. */
export const usualOf = (judge: Role): Kind =>
  judge === 'wallet' ? 'offer' : judge === 'identity app' ? 'validation-response' : 'request'

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
  return bracketed(lie.judge, play, understanding.refusal, () => tell(lie, play, understanding))
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
