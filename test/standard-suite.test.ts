import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { standards } from '../suites/standards.ts'
import { environment, told } from './running-vitest.ts'
import { serveIssuer } from './standards/served-issuer.ts'

/** A project for Vitest. All of its runs have what the first one compiled. */
const root = mkdtempSync(join(tmpdir(), 'assay-'))
writeFileSync(join(root, 'vitest.config.mjs'), "export default { test: { include: ['own.ts'], fsModuleCache: true } }")
afterAll(() => rmSync(root, { recursive: true }))

/** The tests of the project by a standard. */
function runSuite(config: object, env: Readonly<Record<string, string>> = {}) {
  const source = `import { conformance } from '${resolve('src/suite.ts')}'; conformance(${JSON.stringify(config)})`
  writeFileSync(join(root, 'own.ts'), source)
  return told(['--root', root], { env: environment(env) })
}

const countRows = (suite: 'openid4vci-1.0' | 'openid4vp-1.0' | 'haip-1.0' | 'sd-jwt', role: string): number =>
  standards[suite].requirements.filter(({ binds }) => binds === role).length

describe('the suite of a standard in a project for Vitest', () => {
  it.each([
    ['openid4vci-1.0', 'issuer', 'issuer'],
    ['openid4vci-1.0', 'wallet', 'wallet'],
    ['openid4vp-1.0', 'verifier', 'verifier'],
    ['haip-1.0', 'issuer', 'issuer'],
    ['sd-jwt', 'holder', 'wallet'],
  ] as const)(
    'has a test for each requirement of %s on the %s, which the reference actor passes',
    async (suite, role, binds) => {
      const tests = await runSuite({ suite, role, probes: true, now: 1_795_000_000 })

      expect(tests.length).toBeGreaterThan(countRows(suite, binds))
      expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
      expect(tests.find(({ title }) => title === 'the run comes to a verdict')?.status).toBe('passed')
      expect(tests.filter(({ status }) => status === 'passed').length).toBeGreaterThan(10)
    },
  )

  it('is red for what a target does wrong, and skips what was not selected', async () => {
    const issuer = await serveIssuer('--fault', 'VCIUSE-REFUSES/takes-any-nonce')
    const config = { suite: 'openid4vci-1.0', targets: { issuer }, probes: true, skip: ['VCIMETA-*'] }
    const tests = await runSuite(config)
    const failed = tests.filter(({ status }) => status === 'failed')

    expect(failed.map(({ meta }) => meta.requirement)).toEqual(['VCIUSE-REFUSES'])
    expect(failed[0]?.failureMessages.join('\n')).toContain('VCIUSE-REFUSES')
    expect(tests.find(({ meta }) => meta.requirement === 'VCIMETA-ISSUER')?.status).toBe('skipped')
  })

  it('has no verdict where the target is not there', async () => {
    const tests = await runSuite({ suite: 'openid4vci-1.0', targets: { issuer: 'http://127.0.0.1:9/offer' } })

    expect(tests.find(({ title }) => title === 'the run comes to a verdict')?.status).toBe('failed')
  })
})
