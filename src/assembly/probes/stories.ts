import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { EC_MEMBERS } from '../../../suites/encryption/decisions.ts'
import { contentOf } from '../../actors/parties/desk.ts'
import { called } from '../../actors/parties/http.ts'
import { publicOf } from '../../actors/world.ts'
import { meaningOf, type Refusal } from '../../harness/answers-to-probes.ts'
import type { Director, Heard, Steps, Story } from '../../model/probe.ts'
import type { Asked } from '../../model/wire.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { open } from '../../protocol/open.ts'
import { openers } from '../company.ts'
import type { Entered, Stage } from '../stage.ts'
import { arrived, openIn, takeNonceIn } from './calls.ts'

/** Stories that are put on record. Of more there may be thousands: only those in which something went wrong are. */
const recorded = 10

/** Plays stories, each in sessions of its own, one for each account. */
export function tellerOn(stage: Stage, id: string, refusal: Refusal): NonNullable<Director['tell']> {
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

/** Accounts of one holder cannot be told apart, and one device may have one session at a time. */
const isFirstOf = ({ account }: Room, index: number, rooms: readonly Room[]): boolean =>
  rooms.findIndex((other) => shared.some((name) => other.account[name] === account[name])) === index

const shared = ['uid', 'deviceId', 'sessionToken'] as const
