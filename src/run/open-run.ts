import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { parseTargetUrl } from '../drivers/driver-kind.ts'
import type { ManualDriver } from '../drivers/manual-driver.ts'
import { readAnchorFile } from '../files/anchors.ts'
import { preciseClock } from '../runtime/clock.ts'
import { tool } from '../runtime/tool.ts'
import type { CountProbes } from './probes/counted-results.ts'
import { openListener, openTargetRoutes } from './routes/target-connections.ts'
import { type CompletedRun, run } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { createProbeSender, type ProbeSender } from './workers/probe-sender.ts'

/** What whoever runs has to say beside the settings. */
export interface OpenRunOptions extends Pick<RunOptions, 'signal' | 'record' | 'progress' | 'earlier'> {
  /** How many lies of each family those under test are told. */
  readonly members: number
  /** Told now and then how many lies were told. */
  readonly onProbes?: CountProbes
  /** Told what it came to, before the door is closed. */
  readonly onReport?: (report: RunReport) => void
}

/** Whether a person has to do something in a run. */
export const hasManualTarget = ({ targets }: Pick<Settings, 'targets'>): boolean =>
  Object.values(targets).some(({ url }) => parseTargetUrl(url).way === 'manual')

/**
 * How many lies of each family there are, where nobody says. A target pays for each of them and a person more; the
 * reference cast, which is proven elsewhere, hears them only if somebody asks for that.
 */
export function defaultMembers({ targets }: Settings, isAskedFor = false): number {
  if (Object.keys(targets).length === 0) return isAskedFor ? 10 : 0
  return isAskedFor || !hasManualTarget({ targets }) ? 1 : 0
}

/** The ways of a run, open, and the settings that it is played under: they say where we are found. */
export interface OpenRun extends Pick<RunOptions, 'routes' | 'drivers' | 'listen' | 'anchors'> {
  readonly settings: Settings
  /** Where the door is reached on this machine, if there is one. */
  readonly url?: string
  readonly close: () => Promise<void>
}

/** Opens every way that was configured, and the door to those who call us. */
export async function openRun(settings: Settings, person?: ManualDriver): Promise<OpenRun> {
  const { routes, drivers, close } = await openTargetRoutes(settings, person)
  const wanted = settings.listen ?? (Object.keys(drivers).length > 0 ? anyPort : undefined)
  try {
    const trusted = readAnchors(settings)
    if (!wanted) return { settings, routes, drivers, ...trusted, close }
    const listener = await openListener(settings, wanted, person)
    // A person reads the last page before the door is closed.
    return { ...listener, routes, drivers, ...trusted, close: () => close().finally(listener.close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Certificates that are trusted beside that of the reference cast. */
const readAnchors = ({ anchors }: Settings): Pick<RunOptions, 'anchors'> =>
  anchors === undefined ? {} : { anchors: readAnchorFile(anchors) }

/** Plays a run over ways that are open, and closes them. */
export async function completeRun(
  { settings, close, url: _, ...ways }: OpenRun,
  watch: OpenRunOptions,
): Promise<CompletedRun> {
  const { members, onProbes: put = () => {}, onReport: judged, ...rest } = watch
  let sender: ProbeSender | undefined
  try {
    if (members > 0) sender = await createProbeSender(settings, { members, onProbes: put, signal: rest.signal }, ways)
    const completed = await run(settings, {
      clock: preciseClock,
      tool,
      ...ways,
      ...rest,
      ...(sender && { sendProbes: sender.sendProbes }),
    })
    judged?.(completed.report)
    return completed
  } finally {
    await sender?.close()
    await close()
  }
}

/** Where those who are moved find the others, if nobody said where: at any free port of this machine. */
const anyPort = { host: '127.0.0.1', port: 0 } as const
