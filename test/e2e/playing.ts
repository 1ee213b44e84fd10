import { onTestFinished } from 'vitest'
import { linesTo } from '../../src/assembly/lines.ts'
import { type Ran, run, type Surroundings } from '../../src/assembly/run.ts'
import type { RunReport } from '../../src/model/run-report.ts'
import type { Settings, Target, TargetRole } from '../../src/model/settings.ts'
import type { FetchHandler } from '../../src/wire/app.ts'
import type { ReachOptions } from '../../src/wire/remote.ts'
import { serve } from '../../src/wire/server.ts'
import { settings as usual } from '../whole-run.ts'

/** A time at which every key and every certificate of the fixtures is good; servers of tests stand still at it. */
export const time = 1_795_000_000

type Targets = { readonly [R in TargetRole]?: Target }

/** What a test says of a run; all else is settled. */
export interface Playing extends Partial<Omit<Surroundings, 'lines'>> {
  readonly settings?: Partial<Settings>
  /** How targets are reached, such as certificates. */
  readonly reached?: ReachOptions
}

/** The base addresses of a run whose targets these are. */
export const addressesOf = (targets: Targets): Settings['addresses'] => ({
  ...usual.addresses,
  ...Object.fromEntries(Object.entries(targets).map(([role, { url }]) => [role, url])),
})

/** Plays a whole run against targets behind addresses. */
export async function playing(targets: Targets, { settings, reached = {}, ...rest }: Playing = {}): Promise<Ran> {
  const { lines, close } = await linesTo(targets, { optionsOf: () => reached, driverFor })
  const all = { ...usual, now: time, targets, addresses: addressesOf(targets), ...settings }
  return run(all, { ...quiet, lines, ...rest }).finally(close)
}

const driverFor = (): never => {
  throw new TypeError('nobody is driven here')
}

export const quiet: Omit<Surroundings, 'lines'> = {
  clock: () => time * 1000,
  tool: { name: 'assay', version: '0.0.0' },
  signal: new AbortController().signal,
  record: () => {},
  progress: () => {},
}

/** How each requirement came out, and for one that failed, where. */
export const outcomesOf = ({ results }: RunReport): Readonly<Record<string, string>> =>
  Object.fromEntries(
    results.map(({ id, outcome, findings }) => [
      id,
      [outcome, ...new Set(findings.map(({ at }) => at))].sort().join(' '),
    ]),
  )

/** The requirements with an outcome. */
export const withOutcome = ({ results }: RunReport, outcome: string): readonly string[] =>
  results.filter((result) => result.outcome === outcome).map(({ id }) => id)

/** A door at which nobody answers before a run opens it: its address has to be known to targets that call us. */
export async function door(): Promise<
  Required<Pick<Surroundings, 'listen'>> & { readonly url: string; readonly port: number }
> {
  let answer: FetchHandler = async () => new Response(null, { status: 503 })
  const { url, close } = await serve(() => (request) => answer(request), { host: '127.0.0.1', port: 0 })
  onTestFinished(close)
  const listen = async (handler: FetchHandler) => {
    answer = handler
    return async () => {}
  }
  return { url, port: Number(new URL(url).port), listen }
}
