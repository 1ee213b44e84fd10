import { setImmediate } from 'node:timers/promises'
import type { RunReport } from '../../../model/run-report.ts'
import { listExplained } from '../../../model/session-end.ts'
import type { Settings } from '../../../model/settings.ts'
import { createDecider, type Decider } from '../../../src/judge/decisions.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { isSelected } from '../../../src/judge/selection.ts'
import { checks } from '../all/checks.ts'
import { requirements } from '../all/requirements.ts'
import { tampers } from '../all/tampers.ts'
import { deriveConventions } from '../kit/conventions.ts'
import { deriveTerms } from '../kit/terms.ts'
import type { Message } from '../model/endpoints.ts'
import { countExpired } from '../model/expired.ts'
import { createRefusalExplainer } from './explain-refusal.ts'
import { assessInSteps } from './judging/assess.ts'
import { dropAccepted } from './judging/probe-sessions.ts'
import { divideResults } from './probes/divide-results.ts'
import { listBaseUrls } from './routes/addresses.ts'
import type { RunOptions } from './run-options.ts'
import { createReport, type JudgedRun } from './run-report.ts'
import { runScenario, type ScenarioResult } from './scenario/scenario.ts'
import { createSessionStore, type SessionStore } from './sessions/session-store.ts'

// A run: scenario/ has what is run, sessions/ where it runs, routes/ how messages travel, probes/ what targets must reject.

/** A run with its report, and every message of its planned sessions. */
export interface CompletedRun {
  readonly report: RunReport
  readonly messages: readonly Message[]
}

/** Runs the scenario, judges it, proves what passed by tampering, and reports. */
export async function run(settings: Settings, options: RunOptions): Promise<CompletedRun> {
  const began = options.clock()
  const judged = await runAndJudge(settings, { tampers, ...options })
  const milliseconds = Math.max(0, options.clock() - began)
  const timing = { startedAt: new Date(began).toISOString(), milliseconds }
  return { report: createReport(settings, options, judged, timing), messages: judged.messages }
}

/** Runs the scenario and judges every message of its planned sessions. */
export async function runAndJudge(settings: Settings, options: RunOptions): Promise<JudgedRun> {
  const decider = createReportedDecider(settings)
  // Actors decide by a decider of their own: the report lists the decisions that the parties share or the judge needs.
  const store = createSessionStore(settings, options, createDecider(settings).decide)
  const scenario = await runWhileListening(store, settings, options)
  const messages = scenario.endings.flatMap(({ planned: { session } }) => store.listMessages(session))
  const { probes = [] } = scenario
  const results = await judge(settings, options, store, scenario, messages, decider)
  return {
    results: divideResults(results, probes, settings),
    endings: scenario.endings,
    messages,
    traffic: store.traffic(),
    notes: store.listNotes(),
    probes,
    taken: decider.taken(),
    expired: countExpired(messages.map(store.parse), settings.now),
    listArtefacts: store.listArtefacts,
  }
}

/** A decider that has taken all decisions that the parties share. */
export function createReportedDecider(settings: Settings): Decider {
  const decider = createDecider(settings)
  deriveConventions(decider.decide)
  deriveTerms(decider.decide, listBaseUrls(settings))
  return decider
}

/** Runs the scenario while targets can call the reference actors. */
async function runWhileListening(
  store: SessionStore,
  settings: Settings,
  options: RunOptions,
): Promise<ScenarioResult> {
  const close = await options.listen?.(store.inbound)
  return runScenario(store, settings, options).finally(() => close?.())
}

const everyRequirement = compileJudge(requirements, checks)

async function judge(
  settings: Settings,
  { tampers, signal, clock }: RunOptions,
  { parse, tested, collectFacts, listAccounts, collectPopulation, listWrongSessions }: SessionStore,
  { endings, probes }: ScenarioResult,
  messages: readonly Message[],
  { decide }: Decider,
): Promise<JudgedRun['results']> {
  const began = clock()
  const accounts = listAccounts()
  const steps = assessInSteps(
    {
      judge: everyRequirement.select(({ id }) => isSelected(id, settings)),
      settings,
      decide,
      ...(tampers && { tampers }),
    },
    {
      messages: messages.map(parse),
      probeSessions: dropAccepted(listWrongSessions(), probes ?? []),
      tested,
      collectFacts,
      uids: Object.fromEntries(Object.entries(accounts).map(([session, { uid }]) => [session, uid])),
      accounts,
      population: collectPopulation(),
      missing: explainMissing(endings),
      explained: listExplained(endings.map(({ planned: { session }, ...end }) => ({ session, ...end }))),
      explainRefusal: createRefusalExplainer({ settings, given: listGiven(settings), collectFacts }),
      ...(probes && { probes }),
    },
    () => signal.aborted && clock() - began > interruptedTime,
  )
  return finishInSlices(steps, clock)
}

/** Milliseconds that judging has after an interruption, and those after which signals are received. */
const [interruptedTime, sliceTime] = [1_000, 50]

async function finishInSlices<T>(steps: Generator<void, T>, clock: () => number): Promise<T> {
  let last = clock()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (clock() - last < sliceTime) continue
    await setImmediate()
    last = clock()
  }
}

/** What the targets know beforehand; `undefined` where there are none. */
const listGiven = ({ targets, given = [] }: Settings): readonly string[] | undefined =>
  Object.keys(targets).length > 0 ? given : undefined

/** Why something may not have been seen: the first session that was not completed. */
function explainMissing(endings: ScenarioResult['endings']): string {
  const broken = endings.find(({ ended }) => ended !== 'completed')
  return broken ? `: in the session \`${broken.planned.session}\`, ${broken.reason}` : ''
}
