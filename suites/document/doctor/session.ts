import type { Settings } from '../../../model/settings.ts'
import { hasManualTarget } from '../../../src/drivers/driver-kind.ts'
import { readPreciseClock } from '../../../src/runtime/clock.ts'
import { type DoctorLine, makeGoodLine, orProblemLine } from '../../../src/terminal/doctor-line.ts'
import { openRun } from '../run/open-run.ts'
import { trySession } from '../run/scenario/try-session.ts'

/** Plays one session with the targets: addresses that answer say nothing about accounts, roots and names of members. */
export async function checkSession(settings: Settings): Promise<readonly DoctorLine[]> {
  if (Object.keys(settings.targets).length === 0) return []
  if (hasManualTarget(settings)) return [makeGoodLine('session', 'none was played: it takes a person')]
  const open = await orProblemLine('session', () => openRun(settings))
  if ('ok' in open) return [open]
  const signal = AbortSignal.timeout(1000 * settings.deadline)
  const end = await trySession(open.settings, { ...open, clock: readPreciseClock, signal }).finally(open.close)
  if (end === undefined) return []
  const { ended, reason = '', settings: suspected = [] } = end
  if (ended === 'completed') return [makeGoodLine('session', 'one session completed')]
  return [{ what: 'session', ok: false, detail: reason, hint: adviseOn(suspected) }]
}

const adviseOn = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return 'look at the messages: assay run --members 0 --keep-private'
  return `probably wrong: ${[first, ...others].join(', or else ')}`
}
