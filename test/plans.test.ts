import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Profile, profiles, type StandardProfile } from '../model/decision.ts'
import { targetRoles } from '../model/role.ts'
import type { ReportedResult } from '../model/run-report.ts'
import { findPlanGaps, listPlanRows, plans } from '../src/judge/plan-gaps.ts'
import { decisions } from '../suites/document/all/decisions.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { plansOfRequirements } from '../tools/generate-plans.ts'
import { digestStandard, playedRoles } from '../tools/generate-standard-plans.ts'
import { digestPlan, explainChangedPlans, readReleasedPlans } from '../tools/released-plans.ts'

/** The rows of the standards are compared where their parties are played: `standards/plan-of.ts`. */
const listStandards = async (): Promise<typeof plans.standards> =>
  Object.fromEntries(
    (Object.keys(playedRoles) as StandardProfile[]).map((profile) => {
      const { roles = {} } = plans.standards[profile] ?? {}
      return [profile, { registry: digestStandard(profile), roles }]
    }),
  )

const comparison = /^const plan = comparePlan\('([^']+)', \w+(?:, '([^']+)')?\)$/gm

describe('the plans', () => {
  it('of the standards are each compared with what its parties show', () => {
    const played = Object.entries(playedRoles).flatMap(([profile, own]) =>
      // One comparison is about both formats of an issuer.
      own.flatMap(({ way = '' }) => (way === 'mdoc' ? [] : [[profile, way === 'sd-jwt' ? '' : way].join()])),
    )
    const compared = readdirSync('test/standards')
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(`test/standards/${name}`, 'utf8').matchAll(comparison)])
      .map(([, profile, way = '']) => [profile, way].join())

    expect(compared.toSorted()).toEqual(played.toSorted())
  })

  it('are those of this registry', async () => {
    const made = await plansOfRequirements(listStandards)
    const stale = [...made].filter(([path, text]) => readFileSync(path, 'utf8') !== text)

    expect(stale.map(([path]) => `${path}: run \`npm run fixtures\``)).toEqual([])
  })

  it('have something to pass for every role under every profile', () => {
    const empty = targetRoles.flatMap((role) =>
      profiles
        .filter((profile) => listPlanRows(role, profile).filter(({ optional }) => !optional).length === 0)
        .map((profile) => `${role} ${profile}`),
    )

    expect(empty).toEqual([])
  })

  it('have only requirements that can be judged', () => {
    const ids = new Set(requirements.filter(({ seen }) => !('nowhere' in seen)).map(({ id }) => id))

    const rows = targetRoles.flatMap((role) => plans.roles[role])
    expect(rows.filter(({ id }) => !ids.has(id))).toEqual([])
  })
})

describe('the plan of a released version', () => {
  it('has not changed', () => {
    expect(explainChangedPlans(readReleasedPlans(), (path) => readFileSync(path, 'utf8'))).toEqual([])
  })

  it('may not change', () => {
    const released = { '1.0.0': digestPlan('{}'), '1.1.0': digestPlan('{"rows":[]}') }
    const texts = { 'plans/1.0.0.json': '{}', 'plans/1.1.0.json': '{}' }

    expect(explainChangedPlans(released, (path) => texts[path as keyof typeof texts])).toEqual([
      'plans/1.1.0.json has changed, but 1.1.0 is released: set the next version in package.json',
    ])
  })
})

describe('the gaps between a run and a claim', () => {
  const { consequence } = requirements[0] ?? {}
  const result = (id: string, outcome: ReportedResult['outcome'], more: Partial<ReportedResult> = {}) =>
    ({ id, outcome, findings: [], dependsOn: [], consequence, ...more }) as unknown as ReportedResult // as far as plans read it

  const find = (results: readonly ReportedResult[], more: { profile?: Profile; answers?: object } = {}) =>
    findPlanGaps(
      {
        actors: [{ role: 'wallet backend', url: 'https://wallet.example' }],
        profile: more.profile ?? 'document',
        gate: 'go-live',
        decisions: Object.entries(more.answers ?? {}).map(([id, value]) => ({ id, value, source: 'configured' })),
        results,
      },
      decisions,
    )
  const rows = listPlanRows('wallet-backend', 'document').filter(({ optional }) => !optional)
  const passed = rows.map(({ id }) => result(id, 'passed'))
  const [first] = rows

  it('are none where every row passed', () => {
    expect(find(passed)).toEqual([])
  })

  it('are all rows where nothing was judged, each with what to give', () => {
    const gaps = find([])

    expect(gaps.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(gaps.filter(({ give }) => give === '')).toEqual([])
  })

  it.each(['untested', 'inapplicable'] as const)('include a row that is %s', (outcome) => {
    const others = passed.slice(1)

    expect(find([...others, result(first?.id ?? '', outcome, { reason: 'nothing was seen' })])).toMatchObject([
      { id: first?.id, role: 'wallet-backend', outcome, give: expect.stringContaining('nothing was seen') },
    ])
  })

  it('do not include what a decision excludes, if it was answered otherwise than the profile answers it', () => {
    const excluded = result(first?.id ?? '', 'inapplicable', {
      reason: 'it is none, by decision',
      dependsOn: ['sd.digest'],
    })

    expect(find([...passed.slice(1), excluded])).toHaveLength(1)
    expect(find([...passed.slice(1), excluded], { answers: { 'sd.digest': 'disclosure' } })).toEqual([])
  })

  it('are none where no target was tested', () => {
    expect(
      findPlanGaps(
        { actors: [{ role: 'issuer' }], profile: 'document', gate: 'go-live', decisions: [], results: [] },
        decisions,
      ),
    ).toEqual([])
  })
})
