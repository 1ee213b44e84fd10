import type { CountProbes } from '../../model/probe.ts'
import type { RecordLine } from '../../model/record.ts'
import type { LiveFinding } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import { sanitize, writeJson } from '../../reporters/text/sanitize.ts'
import { formatDuration } from '../../reporters/text/wording.ts'
import type { ManualTask } from '../drivers/manual/task.ts'
import type { RunEvent } from '../run-folder/run-events.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createTicker, type Ticker } from './ticker.ts'

// What `assay run` prints while it runs: lines for people, or events for programs.

/** Prints one line for each session, and one now and then while probes are sent; nothing with --quiet, --json and --events. */
export function createProgress(args: Arguments, terminal: Terminal) {
  const { progress, paint } = terminal
  const isOn = !args.has('quiet') && !args.has('json') && !args.has('events')
  const printed: string[] = []
  const ticker = createTicker(terminal)
  const print = (line: string): void => {
    printed.push(line)
    progress?.(line)
  }
  return {
    isOn,
    printed,
    ended: ({ planned, ended, reason }: SessionEnd): void => {
      const mark = ended === 'completed' && reason === undefined ? paint('good', '✔') : paint('doubt', '?')
      if (isOn) print(`${mark} ${planned.session}${reason === undefined ? '' : `: ${sanitize(reason)}`}`)
    },
    sent: isOn ? createProbeTicker(ticker) : undefined,
  }
}

/** Shows how many probes were sent, and how long the others will take at the pace of these. */
function createProbeTicker({ tick }: Ticker): CountProbes {
  let first: { readonly at: number; readonly sent: number } | undefined
  return (sent, total) => {
    const at = readPreciseClock()
    first ??= { at, sent }
    const pace = (at - first.at) / Math.max(1, sent - first.sent)
    tick(formatProbeProgress(sent, total, total === undefined ? 0 : (pace * (total - sent)) / 1000))
  }
}

/** How far the probes are. */
export const formatProbeProgress = (sent: number, total: number | undefined, secondsLeft: number): string =>
  total === undefined
    ? `${sent} negative tests so far`
    : `${sent} of ${total} negative tests${secondsLeft < 1 ? '' : `, about ${formatDuration(1000 * Math.round(secondsLeft))} left`}`

/** Prints each event of a run as one line of JSON. The last one is searched for private values before it is printed. */
export function createEventPrinter({ out }: Terminal) {
  const print = (event: RunEvent): void => out(writeJson(event))
  return {
    begin: (folder: string, page: string | undefined): void =>
      print({ event: 'begin', folder, ...(page !== undefined && { page }) }),
    message: (message: RecordLine, findings: readonly LiveFinding[]): void =>
      print({ event: 'message', message, findings }),
    session: ({ planned: { session }, ended, reason, settings }: SessionEnd): void =>
      print({
        event: 'session',
        session,
        ended,
        ...(reason !== undefined && { reason }),
        ...(settings && { settings }),
      }),
    task: ({ step: { title, lines, link }, ...task }: ManualTask): void =>
      print({ event: 'task', task: { ...task, title, lines, ...(link !== undefined && { link }) } }),
    personTask: (task: Extract<RunEvent, { readonly event: 'task' }>['task']): void => print({ event: 'task', task }),
    probes: (sent: number, total?: number): void =>
      print({ event: 'probes', sent, ...(total !== undefined && { total }) }),
    formatEnd: (folder: string, { verdict: { result, exitCode } }: RunReport): readonly string[] => {
      const event: RunEvent = { event: 'end', folder, verdict: result, exitCode }
      return [writeJson(event)]
    },
  }
}
