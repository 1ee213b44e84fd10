import fixtureKeys from '../../../fixtures/keys.json' with { type: 'json' }
import type { CountProbes } from '../../../model/probe.ts'
import type { RunReport } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { toPem } from '../../../protocol/jose/jwk.ts'
import { openHooks } from '../../../src/drivers/hooks.ts'
import type { ManualDriver } from '../../../src/drivers/manual-driver.ts'
import { readAnchorFile } from '../../../src/files/anchors.ts'
import { writeAuthority } from '../../../src/files/tls.ts'
import { readPreciseClock } from '../../../src/runtime/clock.ts'
import { tool } from '../../../src/runtime/tool.ts'
import { certifyRoot } from '../actors/steps/device.ts'
import { drawParties } from '../reference/drawn-parties.ts'
import { openListener, openTargetRoutes } from './routes/target-connections.ts'
import { type CompletedRun, run } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { createProbeSender, type ProbeSender, type ProbeSenderOptions } from './workers/probe-sender.ts'

/** The options of a run besides its settings. */
export interface OpenRunOptions extends Pick<RunOptions, 'signal' | 'record' | 'progress' | 'earlier'> {
  /** How many members of each family are sent as probes. With 0, no probe is sent. */
  readonly members: number
  /** Called now and then with the number of probes that were sent. */
  readonly onProbes?: CountProbes
  /** What sends the probes for the reference actors: without it, threads of this process. */
  readonly startPool?: ProbeSenderOptions['startPool']
  /** Called with the report, before the server is closed. */
  readonly onReport?: (report: RunReport) => void
}

/** The open routes of a run, and its settings with the address of our server. */
export interface OpenRun
  extends Pick<RunOptions, 'routes' | 'drivers' | 'hooks' | 'listen' | 'showCertificate' | 'anchors'> {
  readonly settings: Settings
  /** The address of our server on this machine, if there is one. */
  readonly url?: string
  readonly close: () => Promise<void>
}

/** Opens a route to every target, and our server if a target calls it. */
export async function openRun(settings: Settings, manual?: ManualDriver): Promise<OpenRun> {
  const { routes, drivers, close } = await openTargetRoutes(settings, manual)
  const wanted = settings.listen ?? (Object.keys(drivers).length > 0 ? anyPort : undefined)
  try {
    const hooks = openHooks(settings.hooks ?? {})
    const trusted = readAnchors(settings)
    writeRoot(settings)
    if (!wanted) return { settings, routes, drivers, hooks, ...trusted, close }
    const listener = await openListener(settings, wanted, manual)
    // The server is closed last: a person reads the last page.
    return { ...listener, routes, drivers, hooks, ...trusted, close: () => close().finally(listener.close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the certificates that are trusted besides that of the reference actors. */
function readAnchors({ anchors, incognito, seed, targets }: Settings): Pick<RunOptions, 'anchors'> {
  const given = anchors === undefined ? [] : readAnchorFile(anchors)
  const drawn = incognito && targets.wallet === undefined ? [toPem(drawParties(seed).keys.root)] : []
  const all = [...drawn, ...given]
  return all.length > 0 ? { anchors: all } : {}
}

/** Writes the root of the devices of the reference wallet. */
function writeRoot({ writeRoot: file, incognito, seed }: Settings): void {
  if (file === undefined) return
  const keys = incognito ? drawParties(seed).keys : fixtureKeys
  const lines = certifyRoot(keys).match(/.{1,64}/g) ?? []
  writeAuthority(file, ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'))
}

/** Runs over open routes, and closes them. */
export async function completeRun(
  { settings, close, url: _, ...routes }: OpenRun,
  options: OpenRunOptions,
): Promise<CompletedRun> {
  const { members, onProbes = () => {}, startPool, onReport, ...rest } = options
  let sender: ProbeSender | undefined
  try {
    const { signal } = rest
    if (members > 0) sender = await createProbeSender(settings, { members, onProbes, signal, startPool }, routes)
    const completed = await run(settings, {
      clock: readPreciseClock,
      tool,
      ...routes,
      ...rest,
      ...(sender && { sendProbes: sender.sendProbes }),
    })
    onReport?.(completed.report)
    return completed
  } finally {
    await sender?.close()
    await close()
  }
}

/** Where driven targets find our server by default: at any free port of this machine. */
const anyPort = { host: '127.0.0.1', port: 0 } as const
