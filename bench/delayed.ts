import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../src/cli/commands/run.ts'
import { serve } from '../src/cli/commands/serve.ts'
import { loadSettings } from '../src/config/settings.ts'
import { readArguments } from '../src/terminal/arguments.ts'
import { listFlags } from '../src/terminal/command.ts'
import { completeRun, openRun } from '../suites/document/run/open-run.ts'
import { readServePlan } from '../suites/document/serve/serve-plan.ts'
import { startServer } from '../suites/document/serve/start-server.ts'
import { type DelayingProxy, openDelayingProxy } from './delaying-proxy.ts'

// How long a run with probes takes against an issuer that is some way away: the reference issuer behind a proxy that delays
// each call. The peer is the same run with one probe at a time. The limit is the longest chain of calls of which each needs
// the answer to the one before: the planned sessions, the controls, and the probes that are sent alone.

/** The delays in milliseconds, with the seconds that the default may take. */
const aims: ReadonlyMap<number, number> = new Map([
  [50, 15],
  [200, 40],
])

const concurrencies = ['1', '8', '16', undefined] as const

/** One run. */
export interface DelayedLine {
  /** What is tested. */
  readonly target: string
  readonly delay: number
  /** How many probes at a time; `adaptive` for the default. */
  readonly concurrency: string
  readonly seconds: number
  readonly calls: number
  /** Calls for each probe. */
  readonly callsPerProbe: number
  /** The most calls that were under way at a time. */
  readonly peak: number
  /** How many times as fast as with one probe at a time. */
  readonly ratio: number
  readonly aim?: string
  readonly reached?: boolean
}

/** The reference issuer behind a proxy. */
interface DelayedIssuer extends Pick<DelayingProxy, 'url' | 'takeCounts'> {
  readonly delay: (milliseconds: number) => void
  readonly close: () => Promise<void>
}

/** Starts the reference issuer behind a proxy. */
export async function openDelayedIssuer(): Promise<DelayedIssuer> {
  const { url, takeCounts, lead, close: closeProxy } = await openDelayingProxy()
  const plan = await readServePlan(
    readArguments('serve', listFlags(serve), ['issuer', 'status-service', '--port', '0', '--public-url', url]),
  )
  const { facts, close } = await startServer(plan, { request: () => {}, call: () => {} })
  return {
    ...{ url, takeCounts },
    delay: (milliseconds) => lead(`http://127.0.0.1:${new URL(facts.url).port}`, milliseconds),
    close: () => close().finally(closeProxy),
  }
}

/** Runs against delayed targets, and yields a line for each run. */
export async function* measureDelayed(): AsyncGenerator<DelayedLine> {
  const issuer = await openDelayedIssuer()
  try {
    for (const [delay, most] of aims) {
      issuer.delay(delay)
      let alone = Number.NaN
      for (const concurrency of concurrencies) {
        const { seconds, probes } = await runOnce(issuer.url, concurrency)
        const { calls, peak } = issuer.takeCounts()
        if (concurrency === '1') alone = seconds
        const measured = {
          target: 'document issuer',
          delay,
          concurrency: concurrency ?? 'adaptive',
          seconds,
          calls,
          peak,
          ratio: alone / seconds,
        }
        const aim = concurrency === undefined ? { aim: `≤ ${most} s`, reached: seconds <= most } : {}
        yield { ...measured, callsPerProbe: calls / probes, ...aim }
      }
    }
  } finally {
    await issuer.close()
  }
}

/** Runs once with probes, as the command does. */
export async function runOnce(url: string, concurrency?: string) {
  const out = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const limits = concurrency === undefined ? [] : ['--concurrency', concurrency]
  const flags = readArguments('run', listFlags(run), ['--target', `issuer=${url}`, '--out', out, ...limits])
  const { settings } = await loadSettings(flags, {}, out)
  const options = { members: 1, signal: new AbortController().signal, record: () => {}, progress: () => {} }
  const began = performance.now()
  const { report } = await completeRun(await openRun(settings), options)
  rmSync(out, { recursive: true })
  if (report.verdict.exitCode !== 0) throw new Error(`the reference issuer did not pass: ${report.verdict.result}`)
  return { seconds: (performance.now() - began) / 1000, probes: report.probes.length }
}

/** Formats a line of the table. */
export const formatDelayed = ({
  target,
  delay,
  concurrency,
  seconds,
  calls,
  callsPerProbe,
  peak,
  ratio,
  ...rest
}: DelayedLine) =>
  [
    `${target}, ${delay} ms away, ${concurrency} at a time`.padEnd(58),
    `${seconds.toFixed(1)} s`.padStart(9),
    `${ratio.toFixed(1)} ×`.padStart(8),
    `${calls} calls`.padStart(12),
    `${callsPerProbe.toFixed(2)} a probe`.padStart(14),
    `peak ${peak}`.padStart(9),
    rest.aim === undefined ? '' : `  ${rest.reached ? 'reached' : 'MISSED'}  ${rest.aim}`,
  ].join(' ')
