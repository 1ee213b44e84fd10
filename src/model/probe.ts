import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { Deviation } from './actors.ts'
import type { Decide } from './decision.ts'
import type { Requirement, Role } from './requirement.ts'
import type { Asked, Endpoint, Hop, Replied } from './wire.ts'

/** What became of one probe. `undecided` says nothing of the judge: the message did not reach it, or was lost. */
export type Answer = 'refused' | 'accepted' | 'undecided'

/** A message that was put before a judge, and what the judge made of it. */
export interface Probed {
  readonly id: string
  /** The requirement of the judge that this shows. */
  readonly shows: string
  readonly judge: Role
  /** What was done, as the rest of a sentence. */
  readonly deed: string
  /** The requirement that the message breaks; absent where it is legal. */
  readonly breaks?: string
  readonly expected: 'refused' | 'accepted'
  readonly answer: Answer
  /** Why it is undecided. */
  readonly reason?: string
  /** What is wrong with an answer that is the expected one. */
  readonly amiss?: string
  /** The session in which it was put, for whoever looks it up in the record. */
  readonly session?: string
  /** How many members of a family this tells of, where they are only counted. */
  readonly members?: number
}

/** How many messages these probes were: some of them tell of many. */
export const messagesIn = (probes: readonly Pick<Probed, 'members'>[]): number =>
  probes.reduce((sum, { members = 1 }) => sum + members, 0)

/** Whether a judge did what it has to do, and as it has to. */
export const isRight = ({ answer, expected, amiss }: Pick<Probed, 'answer' | 'expected' | 'amiss'>): boolean =>
  answer === expected && amiss === undefined

/** How a session of a probe is played. */
export interface Part {
  readonly deviation?: Deviation
  /** What the wallet asks for, where it is not the usual. */
  readonly asks?: JsonObject
  /** Which of the accounts shares; counted from 0. */
  readonly account?: number
}

/** A session that an issuer opened, as it named it. */
export interface Opened {
  readonly dataset: string
  readonly code: string
}

/** What is asked, and by whom. Accounts are counted from 0. */
export interface Wanted extends Opened {
  /** Whose token is shown. */
  readonly caller: number
  /** For whose number is asked. */
  readonly holder: number
  readonly nonce: string
}

/** A validation call, and what the issuer made of it. */
export interface Heard {
  readonly caller: number
  /** Absent if there was nothing to send: the request could not be encrypted. */
  readonly asked?: Asked
  readonly answer: Answer
  /** The answer as it came; empty if it is lost. */
  readonly body: string
  /** What can be read in the answer. */
  readonly read: () => readonly Exhibit[]
}

/** Single messages to an issuer, each as an honest wallet and an honest identity app would send it. */
export interface Steps {
  /** The session in the record, of each account that can be told from the others. */
  readonly sessions: readonly string[]
  /** Nothing if no session was opened. */
  readonly open: (account: number) => Promise<Opened | undefined>
  /** Nothing if no nonce was given. */
  readonly takeNonce: (account: number) => Promise<string | undefined>
  /** A request of its own, attested, encrypted and signed, with whatever it is about. */
  readonly ask: (wanted: Wanted) => Promise<Heard>
  /** The same, made at once and sent later: making it takes longer than a race does. */
  readonly ready: (wanted: Wanted) => () => Promise<Heard>
  /** The same call once more. */
  readonly again: (heard: Heard) => Promise<Heard>
}

/** Something that is done step by step; handed back is whether all of it went as it has to. */
export type Story = (steps: Steps) => Promise<boolean>

/** What an issuer gave early on, and nobody made use of. */
export interface Unused {
  readonly opened?: Opened
  readonly nonce?: string
  /** How many seconds ago that was. */
  readonly seconds: number
}

/** Lets a trick play sessions and send messages of its own. */
export interface Director {
  readonly decide: Decide
  /** How often something random is tried, and from which seed on. */
  readonly members: number
  readonly seed: number
  /** Plays a session as far as it goes, and hands back what was said in it. */
  readonly play: (part?: Part) => Promise<readonly Hop[]>
  /** Issues a credential, lets it have a status, and presents it; nothing where somebody else issues or keeps statuses. */
  readonly presentWith: (status: string) => Promise<Answer | undefined>
  /** Plays a story before the issuer; absent where wallet or identity app are somebody else's. */
  readonly tell?: (story: Story) => Promise<boolean>
  /** What was put by to grow old; absent where wallet or identity app are somebody else's. */
  readonly unused?: () => Promise<Unused>
  /** Sends one call; nothing if it is lost. */
  readonly send: (endpoint: Endpoint, asked: Asked) => Promise<Replied | undefined>
  /** What an answer means, by what was decided. */
  readonly answerOf: (replied: Replied | undefined) => Answer
  /** What a session came to, at the judge. */
  readonly endOf: (hops: readonly Hop[]) => Answer
  /** Whether nothing is wrong with what anybody but the judge said, under these answers and as our own checks see it. */
  readonly isLegal: (hops: readonly Hop[]) => boolean
}

/** What came of a trick that is not always the same. */
export interface Performance extends Pick<Probed, 'reason' | 'amiss' | 'session'> {
  readonly answer: Answer
  /** What was done in particular, as the rest of a sentence. */
  readonly did?: string
}

/** Something that is done to a judge beside the sessions that run as they should: a replay, a race, a crossing. */
export interface Trick {
  readonly id: string
  readonly shows: Requirement
  /** The requirement that it breaks, where that is another. */
  readonly breaks?: Requirement
  readonly judge: Role
  readonly deed: string
  readonly expected: 'refused' | 'accepted'
  /** Whether it is played after all others, because something has to grow old for it. */
  readonly isLate?: boolean
  /** Nothing where it does not apply under these decisions. */
  readonly play: (director: Director) => Promise<Answer | Performance | undefined>
}

/** A trick; its id is the requirement's and what the deed does, in words. */
export const trick = (
  shows: Requirement,
  judge: Role,
  deed: string,
  expected: Trick['expected'],
  play: Trick['play'],
  { breaks, isLate }: Pick<Trick, 'breaks' | 'isLate'> = {},
): Trick => ({
  id: `${shows.id}/${deed.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-')}`,
  shows,
  judge,
  deed,
  expected,
  play,
  ...(breaks && { breaks }),
  ...(isLate && { isLate }),
})
