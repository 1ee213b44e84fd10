import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { planRuns } from '../src/many-runs/plan-runs.ts'
import { countAtOnce, playRuns } from '../src/many-runs/play-runs.ts'
import { type DelayedLine, openDelayedIssuer } from './delayed.ts'

// How long `assay run` takes with many configurations, whose issuers are each 50 milliseconds away. The peer is one issuer
// after the other, computed from one alone. The limit is the processors: while a run waits for its target, others work.

const targets = 20
const delay = 50

/** The share of the processors' time that has to be used; in the rest, all runs wait for their targets. */
const leastBusy = 0.9

/** Runs against one delayed issuer, then against many, and yields a line for each. */
export async function* measureManyTargets(): AsyncGenerator<DelayedLine> {
  const issuers = await Promise.all(Array.from({ length: targets }, openDelayedIssuer))
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  for (const issuer of issuers) issuer.delay(delay)
  const configs = issuers.map(({ url }, i) => {
    const file = join(folder, `issuer-${i}.config.json`)
    writeFileSync(file, JSON.stringify({ targets: { issuer: url } }))
    return file
  })
  try {
    let alone = Number.NaN
    for (const count of [1, targets]) {
      const [began, used] = [performance.now(), readProcessorTime()]
      const probes = await runAll(configs.slice(0, count), join(folder, `${count}`))
      const seconds = (performance.now() - began) / 1_000
      const busy = (readProcessorTime() - used) / (seconds * availableParallelism())
      if (count === 1) alone = seconds
      const counts = issuers.slice(0, count).map((issuer) => issuer.takeCounts())
      const calls = counts.reduce((sum, each) => sum + each.calls, 0)
      yield {
        target: `${count} of ${targets} document issuers, processors busy for ${Math.round(100 * busy)} %`,
        ...{ delay, concurrency: 'adaptive', seconds, calls },
        peak: Math.max(...counts.map(({ peak }) => peak)),
        callsPerProbe: calls / probes,
        ratio: (alone * count) / seconds,
        ...(count > 1 && { aim: `≥ ${100 * leastBusy} % busy`, reached: busy >= leastBusy }),
      }
    }
  } finally {
    for (const issuer of issuers) await issuer.close()
    rmSync(folder, { recursive: true })
  }
}

/** Runs configurations as the command does, and returns the number of probes. */
async function runAll(configs: readonly string[], out: string): Promise<number> {
  const play = { flags: [], signal: new AbortController().signal, onEnd: () => {} }
  const summaries = await playRuns(planRuns(configs, out), { ...play, atOnce: countAtOnce() })
  const failed = summaries.find(({ exitCode }) => exitCode !== 0)
  if (failed) throw new Error(`the reference issuer ${failed.name} did not pass: ${failed.reasons.join('; ')}`)
  const reports = summaries.map(({ folder }) => JSON.parse(readFileSync(join(out, folder, 'report.json'), 'utf8')))
  return reports.reduce((sum, { probes }) => sum + probes.length, 0)
}

/** Seconds of processor time that this process and those that it waited for have used, as Linux counts it. */
function readProcessorTime(): number {
  const [own = 0, ownSystem = 0, children = 0, childrenSystem = 0] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (own + ownSystem + children + childrenSystem) / 100
}
