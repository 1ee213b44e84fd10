/**
 * A module for `--import` that prints what a process held at most, in kilobytes, when it ends. Linux counts that anew for a new
 * program; what `resourceUsage` says there begins with what the parent held.
 */
export const printPeak = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs'
  const own = '/proc/self/status'
  process.on('exit', () => {
    const peak = existsSync(own) && /VmHWM:\\s+(\\d+)/.exec(readFileSync(own, 'utf8'))?.[1]
    process.stderr.write('PEAK ' + (peak || process.resourceUsage().maxRSS) + '\\n')
  })
`)}`

/** Reads what was printed: megabytes; not a number where the process was killed. */
export const readPeak = (printed: string): number => Number(/^PEAK (\d+)$/m.exec(printed)?.[1] ?? Number.NaN) / 1024

/** Describes what was planted, for `npm run codings`, and what this process held at most. */
export const describePlanted = (values: number, runs: number): string =>
  `PLANTED ${values} values in ${runs} runs, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`
