import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { EC_MEMBERS } from '../../../suites/encryption/decisions.ts'
import { contentOf } from '../../actors/parties/desk.ts'
import { called } from '../../actors/parties/http.ts'
import { publicOf } from '../../actors/world.ts'
import { answerIn, meaningOf, type Refusal } from '../../harness/answers-to-probes.ts'
import { WireError } from '../../model/errors.ts'
import type { Answer, Director, Heard, Opened, Probed, Steps, Story, Trick, Unused } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Asked } from '../../model/wire.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { open } from '../../protocol/open.ts'
import { openers } from '../company.ts'
import type { Entered, Stage } from '../stage.ts'
import { bentIn, type Sampling } from './lies.ts'
import type { Player } from './player.ts'
import type { Probes } from './probe.ts'
import { inBatches, usualOf } from './telling.ts'

/** Tricks between two honest sessions. Fewer than of lies, since some of them are wild. */
const batch = 8

/** What a director has to know of all that is put before judges. */
type Asking = Pick<Probes, 'refusal' | 'isLegal' | keyof Sampling>

/** Plays tricks on a judge, each batch of them between two honest sessions. */
export async function playTricks(
  tricks: readonly Trick[],
  judge: Role,
  stage: Stage,
  play: Player,
  probes: Asking,
): Promise<readonly Probed[]> {
  // A target is told lies first, for minutes: what has to grow old is put by as early as can be.
  if (judge === 'issuer' && isAskedByUs(stage) && (stage.isTarget(judge) || tricks.length > 0)) await putBy(stage)
  const inOrder = [...tricks.filter(({ isLate }) => !isLate), ...tricks.filter(({ isLate }) => isLate)]
  return inBatches(inOrder, batch, judge, play, probes.refusal, (trick) => attemptTrick(trick, stage, play, probes))
}

/** Plays a trick; nothing comes of one that does not apply under these decisions. */
export async function attemptTrick(
  { id, shows, judge, deed, expected, play: perform }: Trick,
  stage: Stage,
  play: Player,
  probes: Asking,
): Promise<readonly Probed[]> {
  const probed = { id, shows: shows.id, judge, deed, expected }
  let isVain = false
  const played: Player = (part) => {
    isVain ||= bentIn(part.deviation ?? {}).some(stage.isTarget)
    return play(part)
  }
  const asking =
    judge === 'issuer' && isAskedByUs(stage)
      ? { tell: tellerOn(stage, id, probes.refusal), unused: () => unusedOn(stage) }
      : {}
  const performed = await perform({ ...directorOn(stage, judge, played, probes), ...asking })
  // Nobody bends a target: what it would have done was not done, and whoever judged it judged something honest.
  if (performed === undefined || isVain) return []
  const { did, answer, ...rest } = typeof performed === 'string' ? { answer: performed, did: undefined } : performed
  return [{ ...probed, deed: did === undefined ? deed : `${deed}: ${did}`, answer, ...because(answer), ...rest }]
}

const because = (answer: Answer) =>
  answer === 'undecided' ? { reason: 'what had to come before it did not work' } : {}

function directorOn(stage: Stage, judge: Role, play: Player, { refusal, members, seed, isLegal }: Asking): Director {
  const { ports, company } = stage.enter({ session: 'probe-by-hand', account: 0, strict: new Set([judge]) })
  const success = judge === 'issuer' ? 'credential_response' : undefined
  const send: Director['send'] = (endpoint, asked) => arrived(ports.call(endpoint, 'identity app', asked))
  return {
    decide: stage.decide,
    members,
    seed,
    send,
    play: (part) => play({ ...part, judge }),
    answerOf: (replied) => meaningOf(replied, refusal, success),
    endOf: (hops) => answerIn(hops, judge, usualOf(judge), refusal),
    isLegal: (hops) => isLegal(hops, judge),
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

const isAskedByUs = ({ isTarget }: Stage): boolean => !isTarget('wallet') && !isTarget('identity app')

/** Stories that are put on record. Of more there may be thousands: only those in which something went wrong are. */
const recorded = 10

/** Plays stories, each in sessions of its own, one for each account. */
function tellerOn(stage: Stage, id: string, refusal: Refusal): NonNullable<Director['tell']> {
  const asks = stage.decide(EC_MEMBERS) === 'rsa' ? {} : { jwk: publicOf(keys.walletSealEc) }
  let count = 0
  let metadata: JsonObject | undefined
  const play = async (story: Story, place: number): Promise<boolean> => {
    const rooms = [0, 1].map((account): Room => {
      const session = `${id.replace('/', '-')}-${place}-of-${account + 1}`
      return { session, ...stage.enter({ session, account, asks, strict: new Set(['issuer']) }) }
    })
    try {
      metadata ??= await metadataAt(stage, rooms)
      return await story(stepsIn(rooms, refusal, metadata))
    } finally {
      for (const { leave } of rooms) leave()
    }
  }
  const isWorthIt = (isKept: boolean): boolean => !isKept
  return (story) => {
    const place = ++count
    return place <= recorded ? play(story, place) : stage.aside(() => play(story, place), isWorthIt)
  }
}

/** A session of a story: everything that is said in the name of one account. */
interface Room extends Entered {
  readonly session: string
}

async function metadataAt({ terms }: Stage, [room]: readonly Room[]): Promise<JsonObject> {
  const replied =
    room && (await arrived(room.ports.call('issuerMetadata', 'wallet', called(terms.addresses.issuerMetadata))))
  return contentOf(open('metadata', replied?.body ?? ''), 'metadata') ?? {}
}

function stepsIn(rooms: readonly Room[], refusal: Refusal, metadata: JsonObject): Steps {
  const roomOf = (account: number): Room => {
    const room = rooms[account]
    if (!room) throw new TypeError(`there is no account ${account}`)
    return room
  }
  const send = async (caller: number, asked: Asked | undefined): Promise<Heard> => {
    if (!asked) return { caller, answer: 'undecided', body: '', read: () => [] }
    const replied = await arrived(roomOf(caller).ports.call('validate', 'identity app', asked))
    const { body = '' } = replied ?? {}
    const answer = meaningOf(replied, refusal, 'credential_response')
    let exhibits: readonly Exhibit[] | undefined
    const read = () => (exhibits ??= open('validation-response', body, openers))
    return { caller, asked, answer, body, read }
  }
  const ready: Steps['ready'] = ({ caller, holder, dataset: credentialIdentifier, code, nonce }) => {
    const { company, account } = roomOf(caller)
    const { uid } = roomOf(holder).account
    const session = { ...account, uid, credentialIdentifier, code, nonce, holder: {} }
    const asked = company.steps.request(session, metadata)
    return () => send(caller, asked)
  }
  return {
    sessions: rooms.filter(isFirstOf).map(({ session }) => session),
    open: (account) => openIn(roomOf(account)),
    takeNonce: (account) => takeNonceIn(roomOf(account)),
    ask: (wanted) => ready(wanted)(),
    ready,
    again: ({ caller, asked }) => send(caller, asked),
  }
}

async function openIn({ company, account }: Entered): Promise<Opened | undefined> {
  const { credential_identifier: dataset, nonce: code } = (await arrived(company.steps.open(account))) ?? {}
  return typeof dataset === 'string' && typeof code === 'string' ? { dataset, code } : undefined
}

async function takeNonceIn({ company }: Entered): Promise<string | undefined> {
  const nonce = await arrived(company.steps.takeNonce())
  return nonce === '' ? undefined : nonce
}

/** The session in which something is put by. */
export const shelf = 'put-by'

interface Kept extends Omit<Unused, 'seconds'> {
  readonly since: number
}

const shelves = new WeakMap<Stage, Promise<Kept>>()

/** Opens a session and takes a nonce, once on every stage. */
function putBy(stage: Stage): Promise<Kept> {
  const kept = shelves.get(stage) ?? keep(stage)
  shelves.set(stage, kept)
  return kept
}

async function keep(stage: Stage): Promise<Kept> {
  const room = stage.enter({ session: shelf, account: 0, strict: new Set(['issuer']) })
  try {
    const opened = await openIn(room)
    const nonce = await takeNonceIn(room)
    return { ...(opened && { opened }), ...(nonce !== undefined && { nonce }), since: nowOn(stage) }
  } finally {
    room.leave()
  }
}

async function unusedOn(stage: Stage): Promise<Unused> {
  const { since, ...kept } = await putBy(stage)
  return { ...kept, seconds: nowOn(stage) - since }
}

const nowOn = ({ known }: Stage): number => known([]).now ?? 0

/** Accounts of one holder cannot be told apart, and one device may have one session at a time. */
const isFirstOf = ({ account }: Room, index: number, rooms: readonly Room[]): boolean =>
  rooms.findIndex((other) => shared.some((name) => other.account[name] === account[name])) === index

const shared = ['uid', 'deviceId', 'sessionToken'] as const

/** What came back; nothing if it is lost. */
const arrived = <T>(coming: Promise<T>): Promise<T | undefined> =>
  coming.catch((error: unknown) => {
    if (error instanceof WireError) return undefined
    throw error
  })

function idIn(credential: string): string | undefined {
  const id = contentOf(open('credential', credential), 'credential')?.jws.payload.id
  return typeof id === 'string' ? id : undefined
}
