import { WireError } from '../model/errors.ts'
import { type Hop, type Loss, saying } from '../model/wire.ts'
import type { Episode } from './program.ts'

/** What one session needs to be played: the actors behind two levers. */
export interface Scene {
  /** The holder wants to share. Ends when nobody has anything left to do. */
  readonly share: () => Promise<void>
  /** The credential that came of it is presented to the verifier, whole and in parts. */
  readonly present: () => Promise<void>
}

/** How a session went. */
export interface Ending {
  readonly episode: Episode
  readonly ended: 'completed' | 'stopped' | 'lost'
  readonly reason?: string
  readonly loss?: Loss
}

/** What it takes to play. */
export interface Plot {
  readonly sceneOf: (episode: Episode) => Scene
  readonly hopsOf: (session: string) => readonly Hop[]
  /** Why a session went no further, in the words of whoever is tested. */
  readonly wordsOf: (session: string) => string | undefined
  /** Told of every session when it is over. */
  readonly told: (ending: Ending) => void
  /** Whether the time for the whole play is over. */
  readonly isLate: () => boolean
}

/** Plays sessions one after the other, until one is lost: what comes after would only be lost as well. */
export async function play(episodes: readonly Episode[], { sceneOf, told, isLate, ...seen }: Plot): Promise<void> {
  for (const episode of episodes) {
    const ending = isLate() ? late(episode) : await playOne(episode, sceneOf(episode), seen)
    told(ending)
    if (ending.ended === 'lost') return
  }
}

const late = (episode: Episode): Ending => ({
  episode,
  ended: 'lost',
  reason: 'the time for the whole run was over',
  loss: 'timeout',
})

async function playOne(
  episode: Episode,
  { share, present }: Scene,
  { hopsOf, wordsOf }: Pick<Plot, 'hopsOf' | 'wordsOf'>,
): Promise<Ending> {
  try {
    await share()
    await present()
    const { session } = episode
    return { episode, ...endOf(hopsOf(session), wordsOf(session)) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { episode, ended: 'lost', reason: error.message, loss: error.loss }
  }
}

/** A session is complete when the wallet backend has the credential. Otherwise, the last thing that happened says why. */
function endOf(hops: readonly Hop[], words?: string): Omit<Ending, 'episode'> {
  const delivered = hops.findLast(({ endpoint }) => endpoint === 'walletCallback')
  if (delivered && isSuccess(delivered)) return { ended: 'completed' }
  const refusal = hops.find((hop) => hop.replied !== undefined && !isSuccess(hop))
  if (!refusal) {
    const reason = hops.length > 0 ? `nothing followed ${hops.at(-1)?.endpoint}` : 'nothing happened'
    return { ended: 'stopped', reason: saying(reason, words ?? '') }
  }
  const status = refusal.replied?.status ?? 0
  const reason = `${refusal.endpoint} was answered with status ${status}`
  if (status < 500) return { ended: 'stopped', reason }
  return { ended: 'lost', reason: `${reason}: that is no refusal`, loss: 'protocol' }
}

const isSuccess = ({ replied }: Hop): boolean => replied !== undefined && replied.status >= 200 && replied.status < 300
