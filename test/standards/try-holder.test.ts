import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../model/report.ts'
import { addParties } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { holders } from '../../suites/sd-jwt/harness/parties.ts'
import { tryHolder } from '../../suites/sd-jwt/harness/try-holder.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'
import { comparePlan } from './plan-of.ts'
import { mistakes } from './python/holder.ts'

const script = fileURLToPath(new URL('holders/holder.py', import.meta.url))

const tryStranger = (mistake = '', hasProbes = true) =>
  tryHolder({ holder: `python3 ${script} ${mistake}`, hasProbes, options: {} })

const isOfIssuer = ({ requirement }: Result): boolean => requirement.binds === 'issuer'

const plan = comparePlan('sd-jwt', holders)

describe('a holder under test', () => {
  it('is proven: every faulty holder fails what it breaks, and no unusual one is accused', async () => {
    const nothing = { profile: 'sd-jwt', title: 'RFC 9901', faults: [], variants: [], unproven: [] } as const
    const { faults, variants, unproven } = await addParties(nothing, plan.parties)

    expect([...faults, ...variants].filter((each) => !hasHeld(each))).toEqual([])
    expect(unproven).toEqual([])
    expect(faults.length).toBeGreaterThan(20)
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(holders.variants), 'run `npm run fixtures`').toEqual([])
  })

  it('in Python, which shares no code, has no false failure', async () => {
    const seen = await tryStranger()

    expect({ failed: listFailed(seen), conclusion: concludeTest(seen) }).toEqual({ failed: [], conclusion: 'passed' })
    expect(seen.trials.filter(({ outcome }) => outcome !== 'held')).toEqual([])
    expect(seen.cases.flatMap(({ verdict }) => verdict.results).filter(isOfIssuer)).toEqual([])
  })

  it.each(mistakes)('in Python with the mistake %s is found', async (mistake, ...expected) => {
    const hasProbes = expected.includes('SDHOLD-REJECTS') || expected.includes('SDHOLD-TAKES')

    expect(listFailed(await tryStranger(mistake, hasProbes))).toEqual(expected)
  })

  it('that takes no SD-JWT with a claim inside of what is hidden fails the sample about that', async () => {
    const source = `
      import { createReferenceHolder } from ${JSON.stringify(import.meta.resolve('../../suites/sd-jwt/harness/reference-holder.ts'))}
      const present = createReferenceHolder()
      const hasDigests = (disclosure) => /"(_sd|\\.\\.\\.)"/.test(Buffer.from(disclosure, 'base64url').toString())
      export default async (question) =>
        question.sdJwt.split('~').slice(1).some(hasDigests) ? { rejected: 'digests in a disclosure' } : present(question)
    `
    const holder = `module:${folderWith({ 'holder.mjs': source })}/holder.mjs`
    const { obstacle, ...seen } = await tryHolder({ holder, hasProbes: true, options: {} })

    expect(obstacle).toMatch(/^the usual SD-JWT, .*: rejected/)
    expect(seen.trials.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))).toEqual([
      'SDJWT/hides-a-claim-inside-of-what-is-hidden',
    ])
  })

  it('that takes nothing is inconclusive, with the reason', async () => {
    const folder = folderWith({ 'holder.mjs': "export default () => { throw new Error('no such key') }" })
    const { code, out } = await assay(['test', 'holder', '--holder', `module:${folder}/holder.mjs`])

    expect(code).toBe(3)
    expect(out).toContain('the usual SD-JWT, everything, without key binding: rejected: no such key')
  })

  it('has faults for the reference holder only', async () => {
    const { code, err } = await assay(['test', 'holder', '--holder', 'python3 x.py', '--fault', 'SDHOLD-ONLY/x'])

    expect([code, err.includes('it goes without --holder')]).toEqual([2, true])
    expect((await assay(['test', 'holder', '--fault', 'SDHOLD-ONLY/x'])).err).toContain('there is no fault')
  })
})
