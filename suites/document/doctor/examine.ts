import type { Settings } from '../../../model/settings.ts'
import type { LoadedSettings } from '../../../src/config/settings.ts'
import { readPreciseClock } from '../../../src/runtime/clock.ts'
import { type DoctorLine, makeGoodLine, orProblemLine } from '../../../src/terminal/doctor-line.ts'
import { checkTargets } from '../run/routes/check-targets.ts'
import { openListener, openTargetRoutes } from '../run/routes/target-connections.ts'
import { findHint } from './hints.ts'
import { checkPlaceholders } from './placeholders.ts'
import { listWarnings } from './warnings.ts'

/** Checks what a run needs on this machine, and what its settings leave out. Nothing is left there. */
export async function examineSetup(loaded: LoadedSettings): Promise<readonly DoctorLine[]> {
  const { settings } = loaded
  const listening = settings.listen ? [await checkListening(settings, settings.listen)] : []
  return [...listening, ...checkPlaceholders(settings), ...listWarnings(loaded)]
}

async function checkListening(settings: Settings, listen: NonNullable<Settings['listen']>): Promise<DoctorLine> {
  const { writeCa: _, ...rest } = listen
  const { host, port } = rest
  const door = await orProblemLine('listen', () => openListener(settings, rest))
  if ('ok' in door) return door
  await door.close()
  return makeGoodLine('listen', `${host}:${port} is free`)
}

/** What every target publishes about itself. */
export async function examineTargets(settings: Settings): Promise<readonly DoctorLine[]> {
  const open = await orProblemLine('targets', () => openTargetRoutes(settings))
  if ('ok' in open) return [open]
  const sightings = await checkTargets(settings, open.routes, readPreciseClock).finally(open.close)
  return sightings.map((sighting) => (sighting.ok ? sighting : { ...sighting, hint: findHint(sighting.what) }))
}
