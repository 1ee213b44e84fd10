import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../model/report.ts'
import { junit } from '../../reporters/junit.ts'
import { reportTest, type TestFacts } from '../../src/harness/report-test.ts'
import { tryVerifier } from '../../src/vectors/try-verifier.ts'
import { collectSeen } from '../../src/vectors/verifier-report.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'
import { judge } from './verifiers/rfc9901.ts'

const facts: TestFacts = {
  ...({ profile: 'sd-jwt', role: 'verifier', target: 'ours', startedAt: '2026-11-23T00:00:00.000Z' } as const),
  ...({ milliseconds: 1000, hasProbes: true, gate: 'conformance', strict: false, command: ['vectors'] } as const),
}

type Answer = Parameters<typeof tryVerifier>[1]

const report = async (answer: Answer = async (question) => judge(question as never)) =>
  reportTest(collectSeen(await tryVerifier('sd-jwt', answer)), facts)

const idsOf = ({ results }: Awaited<ReturnType<typeof report>>, wanted: Outcome) =>
  results.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []))

describe('the report of a verifier that samples are put to', () => {
  it('is described by its schema, and has nothing that failed where nothing is wrong', async () => {
    const isReport = compiler().compile(readSchemas().get('report') ?? false)
    const made = await report()

    isReport(made)
    expect(isReport.errors ?? []).toEqual([])
    expect(idsOf(made, 'failed')).toEqual([])
    expect(idsOf(made, 'passed')).toContain('LEGAL-ACCEPTED')
  })

  it('names what is not supported as the reason why it was not tested', async () => {
    const { results } = await report()
    const reasons = results.flatMap(({ outcome, reason }) => (outcome === 'untested' ? [reason] : []))

    expect(reasons.filter((reason) => reason === undefined)).toEqual([])
    expect(reasons.join('\n')).toContain('the verifier does not support it: ')
  })

  it('has what is accepted and must not be, and what is rejected and must not be', async () => {
    const lenient = await report(async () => ({ accepted: true }))
    const picky = await report(async ({ id }) => ({ accepted: id === 'control' }))

    expect(idsOf(lenient, 'failed').length).toBeGreaterThan(15)
    expect(idsOf(lenient, 'failed')).not.toContain('LEGAL-ACCEPTED')
    expect(idsOf(picky, 'failed')).toEqual(['LEGAL-ACCEPTED'])
    expect([...junit.render(picky)].join('\n')).toMatch(/name="LEGAL-ACCEPTED[^>]*>\n<failure/)
  })

  it('is written by the command, and printed', async () => {
    const folder = join(folderWith(), 'tested')
    const verifier = join(
      folderWith({ 'verifier.mjs': 'export default () => ({ accepted: false })\n' }),
      'verifier.mjs',
    )
    const { code, out } = await assay([
      ...['vectors', '--profile', 'sd-jwt', '--against', `module:${verifier}`, '--json', '--out', folder],
    ])

    const written = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(JSON.parse(out)).toEqual(written)
    expect({ code, result: written.verdict.result }).toEqual({ code: 3, result: 'inconclusive' })
    expect(written.sessions[0].reason).toContain('the usual sample')
  })
})
