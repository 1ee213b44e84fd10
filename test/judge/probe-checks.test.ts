import { describe, expect, it } from 'vitest'
import { isArtefactCheck } from '../../model/check.ts'
import type { ProbeResult } from '../../model/probe.ts'
import type { Requirement } from '../../model/requirement.ts'
import { actorRoles } from '../../model/role.ts'
import { createBudget } from '../../protocol/artefacts/budget.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { createDerivations } from '../../src/judge/derivations.ts'
import { compileJudge } from '../../src/judge/judge.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { probes } from '../../suites/document/all/probes.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import type { Exchange } from '../../suites/document/model/exchange.ts'
import { emptyPopulation } from '../../suites/document/population/population.ts'
import { settings } from '../whole-run.ts'

// The answers to probes break these rows: most of them are broken by no fault of an artefact or of an exchange.

const judge = compileJudge(requirements, checks)
const judged = new Set(checks.flatMap((check) => (isArtefactCheck(check) ? [] : [check.requirement.id])))
const probed = new Set(probes.map(({ requirement }) => requirement.id))
const rows = requirements.filter(({ id, seen }) => ('byProbes' in seen && judged.has(id)) || probed.has(id))

/** How a row comes out where one probe of its own had this answer. */
function judgeBy(requirement: Requirement, answer: Pick<ProbeResult, 'expected' | 'answer' | 'wrong'>) {
  const { id, binds } = requirement
  const receiver = binds === 'everyone' ? 'issuer' : binds
  const probe = { id: `${id}/a-probe`, receiver, requirement: id, description: 'sends something', ...answer }
  const exchange: Exchange = {
    messages: [],
    tested: new Set(actorRoles),
    uids: {},
    population: emptyPopulation,
    probes: [probe as ProbeResult], // no more of it is read
  }
  const { decide } = createDecider(settings)
  const context = { decide, derive: createDerivations(), budget: createBudget(), issuer: settings.addresses.issuer }
  return judge
    .selectOne(id)
    .judgeExchange(exchange, context)
    .map(({ outcome }) => outcome)
}

describe('a row that probes show', () => {
  it.each(rows)('fails where one of them was answered otherwise, and only there: $id', (requirement) => {
    const wrong = judgeBy(requirement, { expected: 'refused', answer: 'accepted', wrong: 'no answer' })
    const right = judgeBy(requirement, { expected: 'refused', answer: 'refused' } as ProbeResult)

    expect(wrong).toContain('failed')
    expect(right).not.toContain('failed')
  })

  it('is one of many', () => {
    expect(rows.length).toBeGreaterThan(40)
  })
})
