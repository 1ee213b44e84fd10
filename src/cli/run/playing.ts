import type { Put } from '../../assembly/probes/counting.ts'
import { type Ran, run, type Surroundings } from '../../assembly/run.ts'
import type { Person } from '../../drivers/manual.ts'
import { wayIn } from '../../drivers/way.ts'
import { preciseClock } from '../../harness/clock.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { anchorsIn } from '../anchors.ts'
import { tool } from '../tool.ts'
import { type Liars, liarsFor } from './liars.ts'
import { doorFor, ways } from './ways.ts'

/** What whoever runs has to say beside the settings. */
export interface Playing extends Pick<Surroundings, 'signal' | 'record' | 'progress' | 'earlier'> {
  /** How many lies of each family those under test are told. */
  readonly members: number
  /** Told now and then how many lies were told. */
  readonly put?: Put
  /** Told what it came to, before the door is closed. */
  readonly judged?: (report: RunReport) => void
}

/** Whether a person has to do something in a run. */
export const isByHand = ({ targets }: Pick<Settings, 'targets'>): boolean =>
  Object.values(targets).some(({ url }) => wayIn(url).way === 'manual')

/**
 * How many lies of each family there are, where nobody says. A target pays for each of them and a person more; the
 * reference cast, which is proven elsewhere, hears them only if somebody asks for that.
 */
export function usualMembers({ targets }: Settings, isAskedFor = false): number {
  if (Object.keys(targets).length === 0) return isAskedFor ? 10 : 0
  return isAskedFor || !isByHand({ targets }) ? 1 : 0
}

/** The ways of a run, open, and the settings that it is played under: they say where we are found. */
export interface Open extends Pick<Surroundings, 'lines' | 'drivers' | 'listen' | 'anchors'> {
  readonly settings: Settings
  /** Where the door is reached on this machine, if there is one. */
  readonly url?: string
  readonly close: () => Promise<void>
}

/** Opens every way that was configured, and the door to those who call us. */
export async function opening(settings: Settings, person?: Person): Promise<Open> {
  const { lines, drivers, close } = await ways(settings, person)
  const wanted = settings.listen ?? (Object.keys(drivers).length > 0 ? anywhere : undefined)
  try {
    const trusted = anchorsOf(settings)
    if (!wanted) return { settings, lines, drivers, ...trusted, close }
    const door = await doorFor(settings, wanted, person)
    // A person reads the last page before the door is closed.
    return { ...door, lines, drivers, ...trusted, close: () => close().finally(door.close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Certificates that are trusted beside that of the reference cast. */
const anchorsOf = ({ anchors }: Settings): Pick<Surroundings, 'anchors'> =>
  anchors === undefined ? {} : { anchors: anchorsIn(anchors) }

/** Plays a run over ways that are open, and closes them. */
export async function playing({ settings, close, url: _, ...ways }: Open, watch: Playing): Promise<Ran> {
  const { members, put = () => {}, judged, ...rest } = watch
  let liars: Liars | undefined
  try {
    if (members > 0) liars = await liarsFor(settings, { members, put, signal: rest.signal }, ways)
    const ran = await run(settings, {
      clock: preciseClock,
      tool,
      ...ways,
      ...rest,
      ...(liars && { probing: liars.probing }),
    })
    judged?.(ran.report)
    return ran
  } finally {
    await liars?.dismiss()
    await close()
  }
}

/** Where those who are moved find the others, if nobody said where: at any free port of this machine. */
const anywhere = { host: '127.0.0.1', port: 0 } as const
