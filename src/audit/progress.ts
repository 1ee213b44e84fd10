import { readPreciseClock } from '../runtime/clock.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { AuditProgress } from './audit.ts'
import type { AuditSource } from './sources/list-sources.ts'

/** Milliseconds between two lines: one that is overwritten, or one more. */
const every = { live: 500, printed: 60_000 } as const

/** Shows how far an audit is, how fast it is, and how long it will take. */
export interface ProgressWatch {
  readonly show: (progress: AuditProgress) => void
  readonly end: () => void
}

/** Watches an audit: in one line of a terminal, or in a line each minute. */
export function watchProgress({ progress, isLive }: Terminal, sources: readonly AuditSource[]): ProgressWatch {
  const octets = sources.some(({ isStream }) => isStream) ? 0 : sources.reduce((sum, { size }) => sum + size, 0)
  const began = readPreciseClock()
  let last = began
  let first: AuditProgress | undefined
  return {
    show: (now) => {
      first ??= now // a resumed audit begins in the middle
      const time = readPreciseClock()
      if (time - last < (isLive ? every.live : every.printed)) return
      last = time
      progress?.(formatProgress(now, first, { seconds: (time - began) / 1000, octets }))
    },
    end: () => {
      if (isLive && last !== began) progress?.('')
    },
  }
}

interface Pace {
  readonly seconds: number
  /** The size of all sources; 0 if it is not known. */
  readonly octets: number
}

/** One line: how many artefacts, how many in a second, and the remaining time by the octets that are left. */
export function formatProgress(now: AuditProgress, first: AuditProgress, { seconds, octets }: Pace): string {
  const rate = Math.round((now.artefacts - first.artefacts) / seconds)
  const done = `${now.artefacts} artefacts, ${rate} a second`
  const gained = now.read - first.read
  if (octets === 0 || gained <= 0) return done
  const share = Math.floor((100 * now.read) / octets)
  return `${done}, ${share} %, ${formatDuration((seconds * (octets - now.read)) / gained)} left`
}

function formatDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
