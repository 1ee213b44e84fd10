import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bugs, tryAll } from './verifiers/bugs.ts'
import {
  confirmed,
  expectClean,
  expectFound,
  listCases,
  listFailed,
  listTurns,
  profiles,
} from './verifiers/expectations.ts'
import { verify as verifyWithJose } from './verifiers/jose-verifier.ts'
import { runVerifier } from './verifiers/run-verifier.ts'
import { verify as verifySectionSeven } from './verifiers/section-seven.ts'
import { correctSteps, createVerifier } from './verifiers/steps.ts'

describe('a correct verifier on jose and node:crypto', () => {
  it('is short', () => {
    const lines = readFileSync(new URL('verifiers/jose-verifier.ts', import.meta.url), 'utf8').split('\n')

    expect(lines.filter((line) => line.trim() !== '').length).toBeLessThan(50)
  })

  it.each(profiles)('has no finding under the profile %s, at the go-live gate', async (profile) => {
    expectClean(await runVerifier(verifyWithJose, profile))
  })
})

describe('a verifier that does exactly what section 7 of RFC 9901 requires', () => {
  /** What it leaves out: the boundaries of section 2.9, types and future credentials, and the status. */
  const leftOut = ['CRED-RISKS', 'STATUS-OBEYED']

  const listWholes = (ids: readonly string[]) => [...new Set(ids.map((id) => id.replace(/\/.*/, '')))]

  it.each(profiles)('conforms under the profile %s; what it leaves out are risks', async (profile) => {
    const report = await runVerifier(verifySectionSeven, profile, { gate: 'conformance' })

    expect([listFailed(report, true), listWholes(listFailed(report, false))]).toEqual([[], leftOut])
    expect(report.verdict.exitCode).toBe(0)
  })

  it('is not ready to go live', async () => {
    const report = await runVerifier(verifySectionSeven, 'document-rfc9901')

    expect(listWholes(listFailed(report, true))).toEqual(leftOut)
    expect(report.verdict).toMatchObject({ result: 'unsafe', exitCode: 1 })
  })
})

describe('a verifier that ignores case', () => {
  it.each(['document', 'document-rfc9901'] as const)('is clean under the profile %s', async (profile) => {
    const steps: Partial<typeof correctSteps> = {
      checkHashName: ({ _sd_alg: name }, { hashName }) =>
        assert.equal(String(name).toLowerCase(), hashName.toLowerCase()),
      isActive: (value) => String(value).toLowerCase() === 'active',
    }
    expectClean(await runVerifier(createVerifier({ ...correctSteps, ...steps }), profile))
  })
})

describe('a verifier that tries every key of the issuer, whatever `kid` says', () => {
  it.each(['document', 'document-sd-jwt-vc'] as const)('is clean under the profile %s', async (profile) => {
    const steps = { credential: { ...correctSteps.credential, ...tryAll } }
    expectClean(await runVerifier(createVerifier({ ...correctSteps, ...steps }), profile))
  })
})

describe('a verifier with one bug', () => {
  it('has a reason for each further requirement that it breaks', () => {
    expect(Object.keys(bugs).length).toBeGreaterThan(50)
    expect(Object.values(bugs).filter(({ also, because }) => (also === undefined) !== (because === undefined))).toEqual(
      [],
    )
  })

  it.each(profiles)('is clean under the profile %s without it', async (profile) => {
    expectClean(await runVerifier(createVerifier(correctSteps), profile))
  })

  /** `ASSAY_SWEEP=whole` tries each bug under every profile. */
  const cases = process.env.ASSAY_SWEEP === 'whole' ? listCases(profiles) : listTurns(profiles)

  it.each(cases)('is found under the profile $profile: $bug.what', async ({ profile, bug }) => {
    expectFound(
      await runVerifier(createVerifier({ ...correctSteps, ...bug.steps }), profile, confirmed, { isBrief: true }),
      bug,
    )
  })
})
