import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { haipVerifiers } from '../../suites/haip/harness/parties.ts'
import { verifierProfile } from '../../suites/haip/harness/verifier-profile.ts'
import { requirements } from '../../suites/haip/requirements.ts'
import { checkKeys } from '../../suites/haip/verifier-probes.ts'
import { haipVerifierFaults, haipVerifierVariants } from '../../suites/haip/verifiers.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import {
  type ServedVerifierQuestion,
  tryServedVerifier,
} from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { set } from '../../suites/openid4vp/verifier/faults.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'
import { serveActor } from './served-issuer.ts'

const anchors = [new X509Certificate(issuerTrust.root).toString()]

const usual: ServedVerifierQuestion = {
  profile: verifierProfile,
  requests: [],
  hasProbes: true,
  patience: 0,
  allowPrivate: false,
  options: { now: sampleTime },
}

describe('the reference verifier of HAIP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryServedVerifier(usual)

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryServedVerifier({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a verifier of HAIP with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(haipVerifierFaults.map(({ breaks }) => breaks.id))
    const played = requirements.filter(({ seen, binds }) => 'exchange' in seen && binds === 'verifier')

    expect(played.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(haipVerifierFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(haipVerifiers, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('haip-1.0', haipVerifiers)

describe('an unusual verifier of HAIP', () => {
  it.each(haipVerifierVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(haipVerifierVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a verifier of HAIP in another process', () => {
  it('passes', async () => {
    const requests = [await serveActor('openid4vp-verifier', '--variant', 'HAIP/is-a-verifier-of-this-profile')]
    const report = await tryServedVerifier({ ...usual, requests, options: { anchors } })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const flags = ['--fault', 'HAIPVP-EPHEMERAL/has-one-key-for-all-its-requests']
    const requests = [await serveActor('openid4vp-verifier', ...flags)]

    expect(listFailed(await tryServedVerifier({ ...usual, requests, options: { anchors } }))).toEqual([
      'HAIPVP-EPHEMERAL',
    ])
  })
})

describe('a verifier of OpenID4VP', () => {
  it('fails HAIP where it asks for what HAIP does not know', async () => {
    const change = set({ prefix: 'x509_san_dns' })

    expect(listFailed(await tryServedVerifier({ ...usual, change }))).toEqual([
      ...['HAIPVP-CLIENT', 'HAIPVP-ENC', 'HAIPVP-KEY', 'HAIPVP-MODE'],
    ])
  })
})

describe('keys of requests', () => {
  it.each([[[]], [[{}]], [[{}, {}]], [[{ client_metadata: { jwks: { keys: [{ kty: 'EC' }, 'a', null] } } }, {}]]])(
    'are compared only where several requests have some: %j',
    (requests) => {
      expect(checkKeys(requests)).toBeUndefined()
    },
  )
})
