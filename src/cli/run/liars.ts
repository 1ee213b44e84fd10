import { gathered, type Put } from '../../assembly/probes/counting.ts'
import type { Surroundings } from '../../assembly/run.ts'
import type { Stage } from '../../assembly/stage.ts'
import { messagesIn, type Probed } from '../../model/probe.ts'
import type { Settings } from '../../model/settings.ts'
import type { Crew } from '../threads/crew.ts'
import type { Order, Share } from '../threads/lies.ts'

/** How many lies of each family are told, who is told how many there were, and until when. */
interface Telling {
  readonly members: number
  readonly put: Put
  readonly signal: AbortSignal
}

/** Those who put lies before whoever is under test, and how they are sent home. */
export interface Liars {
  readonly probing: (stage: Stage) => Promise<readonly Probed[]>
  readonly dismiss: () => Promise<void>
}

/**
 * Finds liars. The catalogue is loaded only if somebody is lied to. A target is asked one thing after the other; where
 * there is none, as many threads share the lies as there are processors.
 */
export async function liarsFor(
  settings: Settings,
  { members, put, signal }: Telling,
  { lines, drivers, anchors }: Pick<Surroundings, 'lines' | 'drivers' | 'anchors'>,
): Promise<Liars> {
  const sampling = { members, seed: seedNumber(settings.seed) }
  if (Object.keys({ ...lines, ...drivers }).length > 0) {
    const { probingWith } = await import('../../assembly/probes/catalogue.ts')
    return { probing: probingWith(sampling, put), dismiss: async () => {} }
  }
  const { hire } = await import('../threads/crew.ts')
  const order: Order = { settings, sampling, ...(anchors && { anchors }) }
  const crew = hire<Share>('lies', order)
  return { probing: (stage) => sharing(crew, stage, put, signal), dismiss: crew.dismiss }
}

/** Lets a crew tell all lies, and takes in what was said where it is worth keeping. */
async function sharing(crew: Crew<Share>, stage: Stage, put: Put, signal: AbortSignal): Promise<readonly Probed[]> {
  const all: Probed[] = []
  let messages = 0
  const heard = (share: Share): void => {
    all.push(...share.told)
    stage.adopt(share)
    messages += messagesIn(share.told)
    put(messages)
  }
  await crew.work(heard, signal)
  return gathered(all)
}

/** A number out of any text, for generators that want one. */
const seedNumber = (seed: string): number =>
  [...seed].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7)
