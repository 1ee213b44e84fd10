import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { verifiers } from '../../suites/openid4vp/harness/parties.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import {
  type ServedVerifierQuestion,
  tryServedVerifier,
} from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { requirements } from '../../suites/openid4vp/requirements.ts'
import { set, verifierFaults } from '../../suites/openid4vp/verifier/faults.ts'
import { dcVerifierVariants, verifierVariants } from '../../suites/openid4vp/verifier/variants.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'
import { serveActor } from './served-issuer.ts'

const anchors = [new X509Certificate(issuerTrust.root).toString()]

const usual: ServedVerifierQuestion = {
  requests: [],
  hasProbes: true,
  patience: 0,
  allowPrivate: false,
  options: { now: sampleTime },
}

describe('the reference verifier of OpenID4VP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryServedVerifier(usual)

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(report.trials.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryServedVerifier({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a verifier with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(
      verifierFaults.flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(({ id }) => id)),
    )
    const played = requirements.filter(({ seen, binds }) => 'exchange' in seen && binds === 'verifier')

    expect(played.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(verifierFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(verifiers, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('openid4vp-1.0', verifiers)

describe('an unusual verifier', () => {
  it.each(verifierVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(dcVerifierVariants)('has no false failure behind the Digital Credentials API: $id', async (variant) => {
    const { failed, doubtful } = await tryVariant(verifiers, variant)

    expect({ failed, doubtful }).toEqual({ failed: [], doubtful: [] })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(verifierVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a verifier whose request cannot be read', () => {
  const object = (finish: (text: string) => string) => set({ delivery: 'post', prefix: 'x509_hash', finish })
  const link = (parameters: JsonObject) =>
    set({ delivery: 'post', prefix: 'x509_hash', link: (all) => ({ ...all, ...parameters }) })

  it.each([
    ['has two parts', object((text) => text.slice(0, text.lastIndexOf('.'))), 'VPOBJ-JWS'],
    ['has padding', object((text) => `${text}==`), 'VPOBJ-JWS'],
    ['is JSON', object(() => '{"request": 1}'), 'VPOBJ-JWS'],
    ['is nowhere', link({ request_uri: '/request' }), 'VPLINK-URI'],
  ])('is named by the row, and by no other: its request object %s', async (_, change, row) => {
    const report = await tryServedVerifier({ ...usual, change })

    expect(listFailed(report)).toEqual([row])
    expect(report.obstacle).toBeDefined()
  })
})

describe('a verifier in another process', () => {
  it('passes', async () => {
    const report = await tryServedVerifier({
      ...usual,
      requests: [await serveActor('openid4vp-verifier')],
      options: { anchors },
    })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const requests = [await serveActor('openid4vp-verifier', '--fault', 'VPUSE-TYPE/takes-credentials-of-any-type')]

    expect(listFailed(await tryServedVerifier({ ...usual, requests, options: { anchors } }))).toEqual(['VPUSE-TYPE'])
  })

  it('passes behind the Digital Credentials API, and fails by its fault', async () => {
    const form = '--variant VP/puts-signed-requests-to-the-digital-credentials-api'
    const fault = '--fault VPUSE-AUDIENCE/takes-presentations-for-its-client-in-place-of-its-origin'
    const [passed, failed] = await Promise.all(
      [form, fault].map(async (flags) => {
        const requests = [await serveActor('openid4vp-verifier', ...flags.split(' '))]
        return tryServedVerifier({ ...usual, requests, options: { anchors } })
      }),
    )

    expect({ failed: passed && listFailed(passed), obstacle: passed?.obstacle }).toEqual({ failed: [] })
    expect(
      passed?.cases
        .flatMap(({ verdict }) => verdict.results)
        .filter(({ outcome }) => outcome === 'passed')
        .map(({ requirement }) => requirement.id),
    ).toEqual(expect.arrayContaining(['VPDC-PROTOCOL', 'VPDC-EXPECTED']))
    expect(failed && listFailed(failed)).toEqual(['VPUSE-AUDIENCE'])
  })

  it('is not accused of what its answers do not show', async () => {
    const source = await serveActor(
      'openid4vp-verifier',
      '--variant',
      'VP/answers-all-responses-by-200-and-rejects-later',
    )
    const links: string[] = []
    for (let i = 0; i < 40; i++) {
      const { request } = Object(await (await fetch(source)).json())
      links.push(String(request))
    }
    const report = await tryServedVerifier({ ...usual, requests: links, options: { anchors } })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('inconclusive')
  })
})

describe('a verifier that is named by its certificate', () => {
  it('is not passed by a test that knows no root', async () => {
    const requests = [await serveActor('openid4vp-verifier')]
    const report = await tryServedVerifier({ ...usual, requests, hasProbes: false, options: {} })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('inconclusive')
  })
})
