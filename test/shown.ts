import type { ProbeResult } from '../model/probe.ts'
import type { Requirement } from '../model/requirement.ts'
import { createBudget } from '../protocol/artefacts/budget.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { createDerivations } from '../src/judge/derivations.ts'
import { compileJudge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { combineMutations } from '../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { createProbeCatalogue } from '../suites/document/run/probes/catalogue.ts'
import { createSessionRunner } from '../suites/document/run/probes/session-runner.ts'
import { sendStatefulProbe } from '../suites/document/run/probes/stateful-probes.ts'
import { createSessionStore, type SessionStore } from '../suites/document/run/sessions/session-store.ts'
import { sectionProbes } from './catalogue.ts'

const everyRequirement = compileJudge(requirements, checks)

/** A judge, and what goes on around it. */
export interface Scene extends Partial<FaultSettings> {
  /** What the judge does otherwise than an honest one. */
  readonly bent?: ActorMutation
  /** What it does not look after. */
  readonly neglected?: Requirement
  /** Seconds that go by when something was put by to grow old. */
  readonly later?: number
}

function stageIn({ profile = 'document', decisions = {}, bent = {}, neglected, later = 0 }: Scene) {
  const { now, ...settings } = { ...referenceSettings, profile, decisions }
  let time = 1000 * (now ?? 0)
  const stage = createSessionStore(settings, { ...referenceOptions, clock: () => time }, createDecider(settings).decide)
  const openSession: SessionStore['openSession'] = ({ mutation = {}, ...casting }) =>
    stage.openSession({
      ...casting,
      ...(neglected && { disabled: new Set([neglected.id]) }),
      mutation: combineMutations(bent, mutation),
    })
  const wait = (): void => {
    time += 1000 * later
  }
  return { stage: { ...stage, openSession }, wait }
}

/** What every trick that shows a requirement comes to, and how it is judged by that. */
export async function shown(requirement: Requirement, scene: Scene = {}) {
  const { stage, wait } = stageIn(scene)
  const catalogue = createProbeCatalogue(stage, { members: 1, seed: 1 })
  if (scene.later !== undefined) await catalogue.agedValues.fetch()
  wait()
  const probes: ProbeResult[] = []
  for (const trick of sectionProbes.filter(({ requirement: shows }) => shows === requirement)) {
    probes.push(...(await sendStatefulProbe(trick, stage, createSessionRunner(stage), catalogue)))
  }
  const exchange = { messages: [], tested: stage.tested, uids: {}, probes }
  const [result] = everyRequirement
    .selectOne(requirement.id)
    .judgeExchange(exchange, { decide: stage.decide, derive: createDerivations(), budget: createBudget() })
  return { outcome: result?.outcome, reason: result?.reason, found: result?.findings.map(({ actual }) => actual) }
}

/** How a requirement is judged by all the tricks that show it. */
export const outcomeOf = async (requirement: Requirement, scene?: Scene) => (await shown(requirement, scene)).outcome
