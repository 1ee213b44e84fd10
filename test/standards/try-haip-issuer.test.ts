import { describe, expect, it } from 'vitest'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { issuerProfile } from '../../suites/haip/harness/issuer-profile.ts'
import { haipIssuers } from '../../suites/haip/harness/parties.ts'
import { haipIssuerFaults, haipIssuerVariants } from '../../suites/haip/issuers.ts'
import { requirements } from '../../suites/haip/requirements.ts'
import { type IssuerQuestion, tryIssuer } from '../../suites/openid4vci/harness/issuer/try-issuer.ts'
import { changeResponse, setCodeGrant } from '../../suites/openid4vci/issuer-changes.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { testAuthority } from '../../suites/sd-jwt/test-authority.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'
import { serveIssuer } from './served-issuer.ts'

const usual: IssuerQuestion = {
  profile: issuerProfile,
  offers: [],
  hasProbes: true,
  patience: 60,
  allowPrivate: false,
  options: { now: sampleTime },
}

const trusted = {
  anchors: [`-----BEGIN CERTIFICATE-----\n${testAuthority.toString('base64')}\n-----END CERTIFICATE-----`],
}

describe('the reference issuer of HAIP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryIssuer(usual)

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryIssuer({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('an issuer of HAIP with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(haipIssuerFaults.map(({ breaks }) => breaks.id))

    expect(
      requirements
        .filter(({ id, binds, seen }) => binds === 'issuer' && 'exchange' in seen && !broken.has(id))
        .map(({ id }) => id),
    ).toEqual([])
  })

  it.each(haipIssuerFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(haipIssuers, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('haip-1.0', haipIssuers)

describe('an unusual issuer of HAIP', () => {
  it.each(haipIssuerVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(haipIssuerVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('an issuer of HAIP in another process', () => {
  it('passes', async () => {
    const offers = [await serveIssuer('--variant', 'HAIP/is-an-issuer-of-this-profile')]
    const report = await tryIssuer({ ...usual, offers, options: trusted })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const offers = [await serveIssuer('--fault', 'HAIPAS-PKCE/takes-the-method-plain')]

    expect(listFailed(await tryIssuer({ ...usual, offers, options: trusted }))).toEqual(['HAIPAS-PKCE'])
  })
})

describe('an issuer of OpenID4VCI', () => {
  it('fails HAIP where it takes what it may take without it', async () => {
    const failed = listFailed(await tryIssuer({ ...usual, change: setCodeGrant }))

    expect(failed).toEqual([
      'HAIPAS-CLIENT',
      'HAIPAS-PKCE',
      'HAIPAS-PUSHED',
      'HAIPAS-REFRESH',
      'HAIPVC-X5C',
      'HAIPVCI-DPOP',
    ])
  })

  it('is not accused of refusals where it refuses everything', async () => {
    let pushed = 0
    const tire = changeResponse('push', (response) =>
      ++pushed > 3 ? { ...response, status: 400, body: '{"error":"temporarily_unavailable"}' } : response,
    )
    const { trials } = await tryIssuer({ ...usual, change: (steps) => tire(setCodeGrant(steps)) })
    // The token of the beginning is still accepted, and shows what is refused with it.
    const held = trials.filter(
      ({ id, row, outcome }) =>
        id.startsWith('HAIPAS-') && id.includes('/') && row.id !== 'HAIPAS-QUERY' && outcome === 'held',
    )

    expect(held).toEqual([])
  })
})
