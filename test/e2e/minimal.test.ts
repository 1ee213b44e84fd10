import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { settings } from '../whole-run.ts'
import { readings } from './minimal/readings.ts'
import { runIdentityApp, runIssuer, runWallet, runWalletBackend } from './minimal/run-minimal.ts'
import { listFailed } from './verifiers/expectations.ts'

// Actors as a team would write them in an afternoon, on jose and node:crypto. Nothing that decides is said of any of them.
// verifiers.test.ts has the verifiers.

/** The run went to its end, and nothing failed that decides. */
function expectHonest(report: RunReport, probes: number): void {
  expect(report.sessions.filter(({ ended }) => ended !== 'completed')).toEqual([])
  expect(listFailed(report, true)).toEqual([])
  expect(report.verdict.exitCode).toBe(0)
  expect(report.probes.length).toBeGreaterThanOrEqual(probes)
}

const countLines = (name: string): number =>
  readFileSync(new URL(`minimal/${name}.ts`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length

it.each([
  ['wallet', 75],
  ['identity-app', 60],
  ['wallet-backend', 30],
  ['issuer', 200],
])('a minimal actor is short: %s', (name, most) => {
  expect(countLines(name)).toBeLessThan(most)
})

describe.each(readings)('under the profile $profile, with and without probes, nothing decides against', (reading) => {
  it('a minimal wallet', async () => {
    expectHonest(await runWallet(reading, 0), 0)
    expectHonest(await runWallet(reading, 1), 50)
  })

  it.each(['text', 'link', 'hosted'] as const)(
    'a minimal identity app whose offers are pushed so: %s',
    async (form) => {
      expectHonest(await runIdentityApp(reading, 0, form), 0)
      expectHonest(await runIdentityApp(reading, 1, form), 20)
    },
  )

  it('a minimal wallet backend that verifies what it gets', async () => {
    expectHonest(await runWalletBackend(reading, 0, { gate: 'go-live', isVerifying: true }), 0)
    expectHonest(await runWalletBackend(reading, 1, { gate: 'go-live', isVerifying: true }), 100)
  })

  it('a minimal issuer', async () => {
    expectHonest(await runIssuer(reading, 0), 0)
    expectHonest(await runIssuer(reading, 1), 200)
  })
})

describe.each(readings.slice(0, 1))('an issuer that does not know the second person', (reading) => {
  it('is reported, and gets the probes all the same', async () => {
    const { sessions, probes, verdict } = await runIssuer(reading, 1, settings.accounts.slice(0, 1))

    expect(sessions.map(({ ended }) => ended)).toEqual(['completed', 'completed', 'stopped', 'completed'])
    expect(sessions[2]?.reason).toBe('validate was answered with status 401')
    expect(probes.filter(({ answer }) => answer === 'refused').length).toBeGreaterThan(100)
    expect(verdict.exitCode).toBe(3)
  })
})

describe.each(readings.slice(0, 1))('at the conformance gate, nothing decides against', (reading) => {
  it('a minimal wallet backend that verifies nothing', async () => {
    expectHonest(await runWalletBackend(reading, 1, { gate: 'conformance', isVerifying: false }), 100)
  })
})
