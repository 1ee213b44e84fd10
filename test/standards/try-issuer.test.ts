import { describe, expect, it } from 'vitest'
import { concludeIssuer } from '../../src/standard/issuer/play-issuer.ts'
import { listFailed, tryFault, tryVariant } from '../../src/standard/issuer/prove-issuers.ts'
import { type IssuerQuestion, tryIssuer } from '../../src/standard/issuer/try-issuer.ts'
import { hasHeld } from '../../src/standard/prove-standard.ts'
import { issuerFaults } from '../../suites/openid4vci/issuer-faults.ts'
import { issuerVariants } from '../../suites/openid4vci/issuer-variants.ts'
import { requirements } from '../../suites/openid4vci/requirements.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { serveIssuer } from './served-issuer.ts'

const usual: IssuerQuestion = {
  offers: [],
  hasProbes: true,
  patience: 60,
  allowPrivate: false,
  options: { now: sampleTime },
}

describe('the reference issuer of OpenID4VCI', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryIssuer(usual)

    expect(listFailed(report)).toEqual([])
    expect(concludeIssuer(report)).toBe('passed')
    expect(concludeIssuer(await tryIssuer({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('an issuer with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(
      issuerFaults.flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(({ id }) => id)),
    )

    expect(requirements.filter(({ id, seen }) => 'exchange' in seen && !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(issuerFaults)('fails what the fault breaks, and nothing else: $id', async (fault) => {
    const { failed, expected } = await tryFault(fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

describe('an unusual issuer', () => {
  it.each(issuerVariants)('is accused of nothing: $id', async (variant) => {
    const trial = await tryVariant(variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })
})

describe('an issuer in another process', () => {
  it('passes', async () => {
    const report = await tryIssuer({ ...usual, offers: [await serveIssuer()], options: {} })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeIssuer(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const offers = [await serveIssuer('--fault', 'VCIUSE-CODE-ONCE/takes-a-code-twice')]

    expect(listFailed(await tryIssuer({ ...usual, offers, options: {} }))).toEqual(['VCIUSE-CODE-ONCE'])
  })
})
