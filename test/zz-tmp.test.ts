import { expect, it } from 'vitest'
import { playOn } from '../src/cli/stage.ts'
import { articlesOf } from '../src/harness/judge.ts'
import { prove, verdictOf } from '../src/harness/prove.ts'
import { presets } from '../src/model/decision.ts'
import { checks } from '../suites/checks.ts'
import { examine } from '../suites/family.ts'
import { faults } from '../suites/faults.ts'
import { decisions, requirements } from '../suites/registry.ts'
import { variants } from '../suites/variants.ts'
const play = playOn(articlesOf(requirements, checks))
it('honest under every answer', () => {
  for (const under of presets) for (const d of decisions) for (const v of Object.keys(d.variants)) {
    const doubtful = play({}, { under, given: { [d.id]: v } }).filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    if (doubtful.length) console.log('HON', under, d.id, v, doubtful.map(({ requirement, outcome, reason, findings }) => [requirement.id, outcome, reason, findings[0]?.actual?.slice(0,60)].join(':')).join(' | '))
  }
  expect(1).toBe(1)
})
it('many members', { timeout: 900_000 }, () => {
  for (const seed of [1, 2]) {
    const m = prove({ requirements, faults: faults.filter((f) => 'members' in f), variants: variants.filter((f) => 'members' in f) }, play, examine(seed, 120))
    for (const t of [...m.faults, ...m.variants]) if (verdictOf(t) !== 'held') console.log('TRIAL', seed, t.id, verdictOf(t), t.failed.join(','), t.counterexample?.what, t.defect)
  }
  expect(1).toBe(1)
})
