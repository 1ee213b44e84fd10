import type { ActorMutation } from '../../model/actors.ts'
import type { FaultSettings } from '../../model/fault.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Message } from '../../model/wire.ts'
import { checks } from '../../suites/all/checks.ts'
import { createDecider } from '../judge/decisions.ts'
import { compileJudge } from '../judge/judge.ts'
import { referenceOptions, referenceSettings } from '../prove/live-run.ts'
import { runOffline } from '../reference/offline-exchange.ts'
import { runAndJudge } from '../run/run.ts'
import type { RunOptions } from '../run/run-options.ts'

/** The result of one requirement in a run of reference actors. */
export interface Example {
  readonly result: Result
  /** The message in which the run first differs from one without the mutation. */
  readonly message?: string
}

/** Runs examples for one requirement. */
export interface ExampleRunner {
  readonly run: (mutation: ActorMutation, setting: FaultSettings) => Promise<Example>
}

/** Creates what runs examples: on single artefacts if the requirement shows there, else in whole exchanges. */
export function createExampleRunner(requirement: Requirement): ExampleRunner {
  if (!('in' in requirement.seen)) return { run: exchangeRunner(requirement) }
  const judge = compileJudge([requirement], checks)
  return {
    run: async (mutation, setting) => {
      const [result] = judge.judge(runOffline(mutation, setting), createDecider(setting).decide)
      return { result: requireResult(result) }
    },
  }
}

/** Runs exchanges. The run without a mutation is kept for each setting, to find out what a mutation changes. */
function exchangeRunner(requirement: Requirement): ExampleRunner['run'] {
  const unchanged = new Map<string, Promise<readonly Message[]>>()
  const findUnchanged = (setting: FaultSettings): Promise<readonly Message[]> => {
    const key = JSON.stringify([setting.profile, setting.decisions, setting.responseEncryption])
    const messages = unchanged.get(key) ?? runExchange(requirement, setting).then(({ messages }) => messages)
    unchanged.set(key, messages)
    return messages
  }
  return async (mutation, setting) => {
    const { results, messages } = await runExchange(requirement, setting, { mutation })
    const result = requireResult(results[0])
    if (Object.keys(mutation).length === 0) return { result }
    const message = describeFirstDifference(messages, await findUnchanged(setting))
    return { result, ...(message !== undefined && { message }) }
  }
}

const runExchange = (
  { id }: Requirement,
  { profile, decisions, responseEncryption: asks }: FaultSettings,
  options: Partial<RunOptions> = {},
) =>
  runAndJudge(
    { ...referenceSettings, profile, decisions, only: [id] },
    { ...referenceOptions, ...options, ...(asks && { asks }) },
  )

function requireResult(result: Result | undefined): Result {
  if (!result) throw new TypeError('one requirement has one result')
  return result
}

/** The first message of a run that is not in another run of the same sessions, in words. */
function describeFirstDifference(messages: readonly Message[], others: readonly Message[]): string | undefined {
  const bySession = Map.groupBy(others, ({ session }) => session)
  for (const [session, own] of Map.groupBy(messages, (each) => each.session)) {
    const usual = bySession.get(session) ?? []
    const place = own.findIndex((each, i) => contentOf(each) !== contentOf(usual[i]))
    const changed = own[place]
    if (changed) return describeChange(changed, usual[place])
    const missing = usual[own.length]
    if (missing) return `missing: ${describeMessage(missing)}`
  }
  return undefined
}

/** Without the change, another message may be at the same place. */
function describeChange(changed: Message, usual: Message | undefined): string {
  if (usual === undefined || usual.endpoint === changed.endpoint) return describeMessage(changed)
  const { method, url } = usual.request
  return `${describeMessage(changed)}; otherwise ${method} ${shorten(url)}`
}

const contentOf = (message: Message | undefined): string =>
  JSON.stringify([message?.endpoint, message?.request, message?.response])

const describeMessage = ({ number, session, from, to, request, response }: Message): string => {
  const status = response === undefined ? '' : `, answered with ${response.status}`
  return `${request.method} ${shorten(request.url)} from ${from} to ${to}${status} (message ${number}, session ${session})`
}

const shorten = (url: string): string => (url.length > 80 ? `${url.slice(0, 80)}…` : url)
