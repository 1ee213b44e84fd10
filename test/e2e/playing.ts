import { onTestFinished } from 'vitest'
import type { TargetRole } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import type { Target } from '../../model/target.ts'
import { isSuspended } from '../../src/judge/assumption.ts'
import type { TransportOptions } from '../../src/wire/client/transport.ts'
import type { FetchHandler } from '../../src/wire/server/app.ts'
import { serve } from '../../src/wire/server/server.ts'
import { openRoutes } from '../../suites/document/run/routes/target-routes.ts'
import { type CompletedRun, run } from '../../suites/document/run/run.ts'
import type { RunOptions } from '../../suites/document/run/run-options.ts'
import { settings as usual } from '../whole-run.ts'

/** A time at which every key and every certificate of the fixtures is good; servers of tests stand still at it. */
export const time = 1_795_000_000

type Targets = { readonly [R in TargetRole]?: Target }

/** What a test says of a run; all else is settled. */
export interface Playing extends Partial<Omit<RunOptions, 'routes'>> {
  readonly settings?: Partial<Settings>
  /** How targets are reached, such as certificates. */
  readonly reached?: TransportOptions
}

/** The base addresses of a run whose targets these are. */
export const addressesOf = (targets: Targets): Settings['addresses'] => ({
  ...usual.addresses,
  ...Object.fromEntries(Object.entries(targets).map(([role, { url }]) => [role, url])),
})

/** Plays a whole run against targets behind addresses. */
export async function playing(
  targets: Targets,
  { settings, reached = {}, ...rest }: Playing = {},
): Promise<CompletedRun> {
  const { routes: lines, close } = await openRoutes(targets, { createOptions: () => reached, createDriver: driverFor })
  const all = { ...usual, now: time, targets, addresses: addressesOf(targets), ...settings }
  return run(all, { ...quiet, routes: lines, ...rest }).finally(close)
}

const driverFor = (): never => {
  throw new TypeError('nobody is driven here')
}

export const quiet: Omit<RunOptions, 'routes'> = {
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
  Required<Pick<RunOptions, 'listen'>> & { readonly url: string; readonly port: number }
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

/** What failed, and what would fail under a default that was not confirmed. */
export const listFound = ({ results }: RunReport): readonly string[] =>
  results.filter((result) => result.outcome === 'failed' || isSuspended(result)).map(({ id }) => id)
