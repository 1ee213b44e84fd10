import keys from '../../fixtures/keys.json' with { type: 'json' }
import { EC_MEMBERS } from '../../suites/encryption/decisions.ts'
import { sample } from '../../suites/family.ts'
import { examinedKinds, shownBy } from '../../suites/probing.ts'
import { contentOf } from '../actors/parties/desk.ts'
import { called } from '../actors/parties/http.ts'
import { publicOf } from '../actors/world.ts'
import { answerIn, meaningOf, type Refusal } from '../harness/answers-to-probes.ts'
import type { Deviation } from '../model/actors.ts'
import { WireError } from '../model/errors.ts'
import type { Fault } from '../model/fault.ts'
import type { Answer, Director, Part, Probed, Trick } from '../model/probe.ts'
import type { Role } from '../model/requirement.ts'
import type { Hop } from '../model/wire.ts'
import type { Kind } from '../protocol/evidence.ts'
import { type JsonObject, parseJsonObject } from '../protocol/json.ts'
import { open } from '../protocol/open.ts'
import { attempt } from '../protocol/problem.ts'
import { issuedIn } from './presenting.ts'
import type { Entered, Stage } from './stage.ts'

/** What is put before the judges. */
export interface Probes {
  readonly faults: readonly Fault[]
  readonly tricks: readonly Trick[]
  /** How many members of each family. */
  readonly members: number
  readonly seed: number
  readonly refusal: Refusal
  /** Whether a fault is meant for the answers of this run. */
  readonly isMeant: (fault: Fault) => boolean
  /** Whether what was said breaks the requirement under these answers, as our own checks see it. */
  readonly isLie: (fault: Fault, hops: readonly Hop[]) => boolean
}

/** One message that a judge has to refuse. */
export interface Lie {
  readonly fault: Fault
  readonly judge: Role
  readonly what: string
  readonly deviation: Deviation
}

/** Lies between two honest twins. */
const batch = 25

/**
 * Puts every fault before whoever has to refuse it, between two honest sessions: where one of those is refused as well,
 * a refusal tells nothing.
 */
export async function probe(stage: Stage, probes: Probes): Promise<readonly Probed[]> {
  const play = playerOn(stage)
  const results: Probed[] = []
  for (const judge of judges.filter((role) => stage.tested.has(role))) {
    const way = await briefWayTo(judge, stage, play, probes.refusal)
    const { brief = [], whole = [] } = Object.groupBy(liesFor(judge, probes), (lie) =>
      way && isShownBriefly(lie) ? 'brief' : 'whole',
    )
    if (way) results.push(...(await inBatches(brief, judge, way, (lie) => tellBriefly(lie, way, play, stage, probes))))
    results.push(...(await inBatches(whole, judge, play, (lie) => tell(lie, play, probes))))
  }
  for (const each of probes.tricks.filter(({ judge }) => stage.tested.has(judge))) {
    results.push(...(await attemptTrick(each, stage, play, probes.refusal)))
  }
  return results

  /** Each batch between two honest twins that came by the same way. */
  async function inBatches(
    lies: readonly Lie[],
    judge: Role,
    way: Player,
    told: (lie: Lie) => Promise<readonly Probed[]>,
  ): Promise<readonly Probed[]> {
    const all: Probed[] = []
    for (let i = 0; i < lies.length; i += batch) {
      const answers = await bracketed(judge, way, probes.refusal, async () => {
        const own: Probed[] = []
        for (const lie of lies.slice(i, i + batch)) own.push(...(await told(lie)))
        return own
      })
      all.push(...answers)
    }
    return all
  }
}

/**
 * The shortest way to a judge. A credential can be put before a verifier, and a callback before a wallet backend, without
 * the flow that it would come out of, and a request before an issuer without an offer; if an honest one is refused so, the
 * judge wants to see the flow.
 */
async function briefWayTo(judge: Role, stage: Stage, play: Player, refusal: Refusal): Promise<Player | undefined> {
  const isOurs = !stage.isTarget('identity app') && !stage.isTarget('wallet')
  const isMinted = (judge === 'verifier' || judge === 'wallet backend') && !stage.isTarget('issuer')
  if (!isOurs || (judge !== 'issuer' && !isMinted)) return undefined
  const brief: Player = (part) => play({ ...part, isBrief: true })
  // Whoever asks in brief has to know from before what the issuer says of itself.
  if (judge === 'issuer') await play({ judge })
  return (await isAccepted(judge, brief, refusal)) ? brief : undefined
}

/** Whether a lie shows on the short way to its judge. */
function isShownBriefly({ fault, judge, deviation }: Lie): boolean {
  const { kinds, makers } = judge === 'issuer' ? briefly.asked : briefly.minted
  return (
    examinedKinds(fault).every((kind) => kinds.includes(kind)) &&
    bentIn(deviation).every((role) => makers.includes(role))
  )
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
  probes: Probes,
): Promise<readonly Probed[]> {
  const [told] = await tell(lie, way, probes)
  if (told?.answer === 'refused') return [told]
  if (told === undefined && !stage.isTarget(lie.judge)) return []
  return bracketed(lie.judge, play, probes.refusal, () => tell(lie, play, probes))
}

/** What is seen on the short ways, and who makes it. */
const briefly: Readonly<
  Record<'asked' | 'minted', { readonly kinds: readonly Kind[]; readonly makers: readonly Role[] }>
> = {
  asked: {
    kinds: ['request', 'attestation', 'encrypted-request', 'validation-request'],
    makers: ['wallet', 'identity app'],
  },
  minted: { kinds: ['credential', 'status-token', 'jwks'], makers: ['issuer', 'status service'] },
}

/** Who judges messages, and can be seen doing it. */
export const judges: readonly Role[] = ['issuer', 'wallet', 'identity app', 'wallet backend', 'verifier']

export type Player = (part: Part & Way) => Promise<readonly Hop[]>

/** Before whom a session is played, and whether with all that goes before. */
interface Way {
  readonly judge: Role
  readonly isBrief?: true
}

/** Plays a session for a probe. Everybody but the judge goes on as far as they can. */
export function playerOn(stage: Stage): Player {
  let count = 0
  let metadata: JsonObject = {}
  const usual = stage.decide(EC_MEMBERS) === 'rsa' ? {} : onCurve
  return async ({ judge, isBrief, deviation, asks = usual, account = 0 }) => {
    const session = `probe-${++count}`
    const entered = stage.enter({
      session,
      account,
      asks,
      strict: new Set([judge]),
      ...(deviation && { deviation }),
    })
    try {
      if (isBrief && judge === 'issuer') await entered.company.ask(entered.account, metadata)
      else if (isBrief) await presentOne(entered, judge, stage, account)
      else await playOne(entered, judge, stage, session, deviation)
    } catch (error) {
      if (!(error instanceof WireError)) throw error // what was lost is on record
    }
    const hops = entered.leave()
    if (!deviation) metadata = metadataIn(hops) ?? metadata
    return hops
  }
}

/** What an issuer last said of itself. */
function metadataIn(hops: readonly Hop[]): JsonObject | undefined {
  const { replied } = hops.find(({ endpoint, to }) => endpoint === 'issuerMetadata' && to === 'issuer') ?? {}
  const read = attempt(() => parseJsonObject(replied?.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Puts a credential before a verifier, or before a wallet backend, that came out of no flow. */
async function presentOne({ company, ports }: Entered, judge: Role, { terms }: Stage, account: number): Promise<void> {
  const { credential: presentation, callback } = company.mint(account)
  const { addresses } = terms
  if (judge === 'verifier') await ports.call('presentation', 'wallet', called(addresses.presentation, { presentation }))
  else await ports.call('walletCallback', 'identity app', called(addresses.walletCallback, callback))
}

/** Elliptic curves are much cheaper than RSA, and there are hundreds of sessions. */
const onCurve = { jwk: publicOf(keys.walletSealEc) }

async function playOne(
  { ports }: Entered,
  judge: Role,
  stage: Stage,
  session: string,
  deviation: Deviation | undefined,
): Promise<void> {
  // The identity app makes what is pushed by value; what is fetched is the issuer's.
  await ports.share(deviation?.identityApp ? 'value' : 'reference')
  const presentation = judge === 'verifier' ? issuedIn(stage.hopsOf(session)) : undefined
  if (presentation === undefined) return
  await ports.call('presentation', 'wallet', called(stage.terms.addresses.presentation, { presentation }))
}

/** What is put before a judge: one lie for each fault that it has to refuse, or for each member of a family. */
export function liesFor(
  judge: Role,
  { faults, members, seed, isMeant }: Pick<Probes, 'faults' | 'members' | 'seed' | 'isMeant'>,
): readonly Lie[] {
  return faults
    .filter((fault) => shownBy(fault, judge) !== undefined && isMeant(fault))
    .flatMap((fault) =>
      ('deviation' in fault ? [{ what: '', deviation: fault.deviation }] : sample(fault.members, seed, members)).map(
        (member) => ({ fault, judge, ...member }),
      ),
    )
    .filter(({ deviation }) => !isOwn(deviation, judge))
}

/** Nobody has to refuse what they said themselves. */
const isOwn = (deviation: Deviation, judge: Role): boolean => bentIn(deviation).every((role) => role === judge)

/** Who is bent. */
const bentIn = (deviation: Deviation): readonly Role[] =>
  Object.keys(deviation).map((actor) => actor.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) as Role) // the roles of a cast

/** What is no lie under these answers is not held against anybody. */
export async function tell(
  { fault, judge, what, deviation }: Lie,
  play: Player,
  { refusal, isLie }: Probes,
): Promise<readonly Probed[]> {
  const attempt = async (asks?: JsonObject) => {
    const hops = await play({ judge, deviation, ...(asks && { asks }) })
    return { hops, answer: answerIn(hops, judge, examinedKinds(fault)[0] ?? 'request', refusal) }
  }
  const isNoLie = ({ hops, answer }: Awaited<ReturnType<typeof attempt>>) =>
    answer === 'accepted' && !isLie(fault, hops)
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

/** What happens between two honest sessions counts only if both of them go well. */
async function bracketed(
  judge: Role,
  play: Player,
  refusal: Refusal,
  between: () => Promise<readonly Probed[]>,
): Promise<readonly Probed[]> {
  const before = await isAccepted(judge, play, refusal)
  const told = await between()
  const after = await isAccepted(judge, play, refusal)
  if (before && after) return told
  const reason = `the honest twin ${before ? 'after' : 'before'} it was not accepted either`
  return told.map((each) => ({ ...each, answer: 'undecided', reason }))
}

/** Whether a judge accepts an honest session. */
export async function isAccepted(judge: Role, play: Player, refusal: Refusal): Promise<boolean> {
  const hops = await play({ judge })
  return answerIn(hops, judge, usualOf(judge), refusal) === 'accepted'
}

/** The message at which an honest session shows that it was accepted. */
const usualOf = (judge: Role): Kind =>
  judge === 'wallet' ? 'offer' : judge === 'identity app' ? 'validation-response' : 'request'

/** Plays a trick between two honest sessions; nothing comes of one that does not apply under these decisions. */
export async function attemptTrick(
  { id, shows, judge, deed, expected, play: perform }: Trick,
  stage: Stage,
  play: Player,
  refusal: Refusal,
): Promise<readonly Probed[]> {
  const probed = { id, shows: shows.id, judge, deed, expected }
  let isVain = false
  const played: Player = (part) => {
    isVain ||= bentIn(part.deviation ?? {}).some(stage.isTarget)
    return play(part)
  }
  const answer = await perform(directorOn(stage, judge, played, refusal))
  // Nobody bends a target: what it would have done was not done, and whoever judged it judged something honest.
  if (answer === undefined || isVain) return []
  // Who accepts something legal needs no honest twins: they tell strictness from a bad day.
  if (answer === 'accepted' && expected === 'accepted') return [{ ...probed, answer }]
  const [told] = await bracketed(judge, play, refusal, async () => [{ ...probed, answer, ...because(answer) }])
  return told ? [told] : []
}

const because = (answer: Answer) =>
  answer === 'undecided' ? { reason: 'what had to come before it did not work' } : {}

function directorOn(stage: Stage, judge: Role, play: Player, refusal: Refusal): Director {
  const { ports, company } = stage.enter({ session: 'probe-by-hand', account: 0, strict: new Set([judge]) })
  const success = judge === 'issuer' ? 'credential_response' : undefined
  const send: Director['send'] = (endpoint, asked) =>
    ports.call(endpoint, 'identity app', asked).catch((error: unknown) => {
      if (error instanceof WireError) return undefined
      throw error
    })
  return {
    decide: stage.decide,
    send,
    play: (part) => play({ ...part, judge }),
    answerOf: (replied) => meaningOf(replied, refusal, success),
    endOf: (hops) => answerIn(hops, judge, usualOf(judge), refusal),
    presentWith: async (status) => {
      if (stage.isTarget('issuer') || stage.isTarget('status service')) return undefined
      const { credential: presentation } = company.mint(0)
      const id = idIn(presentation)
      if (id === undefined) return 'undecided'
      stage.ledger.set(`issued/${id}`, { status })
      const replied = await send('presentation', called(stage.terms.addresses.presentation, { presentation }))
      return meaningOf(replied, refusal)
    },
  }
}

function idIn(credential: string): string | undefined {
  const id = contentOf(open('credential', credential), 'credential')?.jws.payload.id
  return typeof id === 'string' ? id : undefined
}
