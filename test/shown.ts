import { quiet, rehearsed } from '../src/assembly/live.ts'
import { probesOn } from '../src/assembly/probes/catalogue.ts'
import { playerOn } from '../src/assembly/probes/player.ts'
import { shelf } from '../src/assembly/probes/shelf.ts'
import { attemptTrick } from '../src/assembly/probes/tricks.ts'
import { type Stage, stageFor } from '../src/assembly/stage.ts'
import { answersUnder } from '../src/harness/answers.ts'
import { judgeExchange } from '../src/harness/judge.ts'
import type { Deviation } from '../src/model/actors.ts'
import type { Setting } from '../src/model/fault.ts'
import type { Probed } from '../src/model/probe.ts'
import type { Requirement } from '../src/model/requirement.ts'
import { both } from '../suites/deviations.ts'
import { exchangeChecks } from '../suites/exchange-checks.ts'
import { tricks } from '../suites/tricks.ts'

/** A judge, and what goes on around it. */
export interface Scene extends Partial<Setting> {
  /** What the judge does otherwise than an honest one. */
  readonly bent?: Deviation
  /** What it does not look after. */
  readonly neglected?: Requirement
  /** Seconds that go by when something was put by to grow old. */
  readonly later?: number
}

function stageIn({ under = 'document', given = {}, bent = {}, neglected, later = 0 }: Scene): Stage {
  const { now, ...settings } = { ...rehearsed, profile: under, given }
  let time = 1000 * (now ?? 0)
  const stage = stageFor(settings, { ...quiet, clock: () => time }, answersUnder(settings).decide)
  return {
    ...stage,
    enter: ({ deviation = {}, ...casting }) => {
      const blind = neglected ? { neglected: new Set([neglected.id]) } : {}
      const entered = stage.enter({ ...casting, ...blind, deviation: both(bent, deviation) })
      const leave: typeof entered.leave = () => {
        if (casting.session === shelf) time += 1000 * later
        return entered.leave()
      }
      return { ...entered, leave }
    },
  }
}

/** What every trick that shows a requirement comes to, and how it is judged by that. */
export async function shown(requirement: Requirement, scene: Scene = {}) {
  const stage = stageIn(scene)
  const probes: Probed[] = []
  for (const trick of tricks.filter(({ shows }) => shows === requirement)) {
    probes.push(...(await attemptTrick(trick, stage, playerOn(stage), probesOn(stage, { members: 1, seed: 1 }))))
  }
  const own = exchangeChecks.filter((check) => check.requirement === requirement)
  const exchange = { passages: [], tested: stage.tested, uids: {}, probes }
  const [result] = judgeExchange(own, exchange, { decide: stage.decide })
  return { outcome: result?.outcome, reason: result?.reason, found: result?.findings.map(({ actual }) => actual) }
}

/** How a requirement is judged by all the tricks that show it. */
export const outcomeOf = async (requirement: Requirement, scene?: Scene) => (await shown(requirement, scene)).outcome
