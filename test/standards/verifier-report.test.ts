import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderTestJunit } from '../../reporters/tested/junit.ts'
import type { TestFacts } from '../../src/standard/tested/make-test-report.ts'
import { tryVerifier } from '../../src/standard/try-verifier.ts'
import { reportVerifier } from '../../src/standard/verifier-report.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../cli/told.ts'
import { judge } from './verifiers/rfc9901.ts'

const facts: TestFacts = {
  ...({ profile: 'sd-jwt', role: 'verifier', target: 'ours', startedAt: '2026-11-23T00:00:00Z' } as const),
  ...({ endedAt: '2026-11-23T00:00:01Z', conclusion: 'failed', exitCode: 1 } as const),
}

/** The report of a verifier, with or without a mistake. */
const report = async (bug?: string) =>
  reportVerifier(await tryVerifier('sd-jwt', async (question) => judge(question as never, bug)), facts)

const idsOf = ({ requirements }: Awaited<ReturnType<typeof report>>, wanted: string) =>
  requirements.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []))

describe('the report of a verifier that samples are put to', () => {
  it('is described by its schema, and has nothing that failed where nothing is wrong', async () => {
    const isReport = compiler().compile(readSchemas().get('test-report') ?? false)
    const made = await report()

    isReport(made)
    expect(isReport.errors ?? []).toEqual([])
    expect(idsOf(made, 'failed')).toEqual([])
    expect(idsOf(made, 'passed')).toContain('LEGAL-ACCEPTED')
  })

  it('names what is not supported as the reason why it was not tested', async () => {
    const made = await report()
    const reasons = made.requirements.flatMap(({ outcome, reason }) => (outcome === 'untested' ? [reason] : []))

    expect(reasons.filter((reason) => reason === undefined)).toEqual([])
    expect(reasons.join('\n')).toContain('the verifier does not support it: ')
  })

  it('has what is accepted and must not be, and what is rejected and must not be', async () => {
    const lenient = reportVerifier(await tryVerifier('sd-jwt', async () => ({ accepted: true })), facts)
    const picky = reportVerifier(await tryVerifier('sd-jwt', async ({ id }) => ({ accepted: id === 'control' })), facts)

    expect(idsOf(lenient, 'failed').length).toBeGreaterThan(15)
    expect(idsOf(lenient, 'failed')).not.toContain('LEGAL-ACCEPTED')
    expect(idsOf(picky, 'failed')).toEqual(['LEGAL-ACCEPTED'])
    expect(renderTestJunit(picky)).toMatch(/name="LEGAL-ACCEPTED: [^>]*>\n<failure/)
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
    expect({ code, conclusion: written.conclusion }).toEqual({ code: 3, conclusion: 'inconclusive' })
    expect(written.obstacle).toContain('the usual sample')
  })
})
