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
  /** The session in which it was put, for whoever looks it up in the record. */
  readonly session?: string
}

/** How a session of a probe is played. */
export interface Part {
  readonly deviation?: Deviation
  /** What the wallet asks for, where it is not the usual. */
  readonly asks?: JsonObject
  /** Which of the accounts shares; counted from 0. */
  readonly account?: number
}

/** Lets a trick play sessions and send messages of its own. */
export interface Director {
  readonly decide: Decide
  /** Plays a session as far as it goes, and hands back what was said in it. */
  readonly play: (part?: Part) => Promise<readonly Hop[]>
  /** Issues a credential, lets it have a status, and presents it; nothing where somebody else issues or keeps statuses. */
  readonly presentWith: (status: string) => Promise<Answer | undefined>
  /** Sends one call; nothing if it is lost. */
  readonly send: (endpoint: Endpoint, asked: Asked) => Promise<Replied | undefined>
  /** What an answer means, by what was decided. */
  readonly answerOf: (replied: Replied | undefined) => Answer
  /** What a session came to, at the judge. */
  readonly endOf: (hops: readonly Hop[]) => Answer
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
  /** Nothing where it does not apply under these decisions. */
  readonly play: (director: Director) => Promise<Answer | undefined>
}

/** A trick; its id is the requirement's and what the deed does, in words. */
export const trick = (
  shows: Requirement,
  judge: Role,
  deed: string,
  expected: Trick['expected'],
  play: Trick['play'],
  { breaks }: Pick<Trick, 'breaks'> = {},
): Trick => ({
  id: `${shows.id}/${deed.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-')}`,
  shows,
  judge,
  deed,
  expected,
  play,
  ...(breaks && { breaks }),
})
