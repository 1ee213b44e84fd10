import { type Ran, run, type Surroundings } from '../../assembly/run.ts'
import type { Stage } from '../../assembly/stage.ts'
import { preciseClock } from '../../harness/clock.ts'
import type { Probed } from '../../model/probe.ts'
import type { Settings } from '../../model/settings.ts'
import { tool } from '../tool.ts'
import { doorFor, ways } from './ways.ts'

/** What whoever runs has to say beside the settings. */
export interface Playing extends Pick<Surroundings, 'signal' | 'record' | 'progress'> {
  /** How many lies of each family those under test are told. */
  readonly members: number
}

/** How many lies there are, where nobody says: none for the reference cast, which is proven elsewhere. */
export const usualMembers = ({ targets }: Settings): number => (Object.keys(targets).length > 0 ? 1 : 0)

/** The ways of a run, open, and the settings that it is played under: they say where we are found. */
export interface Open extends Pick<Surroundings, 'lines' | 'drivers' | 'listen'> {
  readonly settings: Settings
  readonly close: () => Promise<void>
}

/** Opens every way that was configured, and the door to those who call us. */
export async function opening(settings: Settings): Promise<Open> {
  const { lines, drivers, close } = await ways(settings)
  const wanted = settings.listen ?? (Object.keys(drivers).length > 0 ? anywhere : undefined)
  if (!wanted) return { settings, lines, drivers, close }
  try {
    const door = await doorFor(settings, wanted)
    return { ...door, lines, drivers, close: async () => void (await Promise.all([close(), door.close()])) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Plays a run over ways that are open, and closes them. */
export async function playing({ settings, close, ...ways }: Open, { members, ...watch }: Playing): Promise<Ran> {
  const lies = members > 0 && { probing: probing(members, settings.seed) }
  return run(settings, { clock: preciseClock, tool, ...ways, ...watch, ...lies }).finally(close)
}

/** Where those who are moved find the others, if nobody said where: at any free port of this machine. */
const anywhere = { host: '127.0.0.1', port: 0 } as const

/** Lies for those under test. The catalogue is loaded only if somebody is lied to. */
const probing =
  (members: number, seed: string) =>
  async (stage: Stage): Promise<readonly Probed[]> => {
    const { probingWith } = await import('../../assembly/lies.ts')
    return probingWith({ members, seed: seedNumber(seed) })(stage)
  }

/** A number out of any text, for generators that want one. */
const seedNumber = (seed: string): number =>
  [...seed].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7)
