import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { concludeTest, type Seen } from '../../src/harness/seen.ts'
import { keepTape, playTape, takeFromTape } from '../../src/harness/tape/tape.ts'
import { createDrawing, drawFrom, drawOctets } from '../../src/runtime/random.ts'
import { adaptiveConcurrency, type Concurrency, oneAtATime } from '../../src/wire/client/tempo.ts'
import { verifierProfile as haip } from '../../suites/haip/harness/verifier-profile.ts'
import { findChange } from '../../suites/kit/reference-profile.ts'
import { createReferenceVpVerifier } from '../../suites/openid4vp/harness/reference-verifier.ts'
import { issuerTrust, usualIssuer } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { playVerifier } from '../../suites/openid4vp/harness/verifier/play-verifier.ts'
import { verifierProfile } from '../../suites/openid4vp/harness/verifier/profile.ts'
import { readGivenRequest } from '../../suites/openid4vp/harness/verifier/read-request.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { atMost, breaking, describeSeen, type Front, isAboutSending, limit, unevenly } from './side-by-side.ts'

// Probes of a verifier of a standard are sent side by side, and come out as they do one by one.
// Few seeds are played here; `ASSAY_SEEDS=20` plays twenty of each verifier.

const now = (): number => sampleTime

interface Play {
  readonly profile?: typeof verifierProfile
  readonly fault?: string
  readonly front?: Front
  readonly seed?: string
}

const play = (concurrency: Concurrency, given: Play = {}): Promise<Seen> => {
  const { profile = verifierProfile, fault, front = unevenly(given.seed ?? '1'), seed = '1' } = given
  const { reference } = profile
  const change = fault === undefined ? reference.change : findChange(reference)('fault', fault)
  const verifier = createReferenceVpVerifier('https://verifier.example', now, change)
  const draw = createDrawing(`verifier ${seed}`)
  const send = front(({ method, url, ...rest }) =>
    takeFromTape(`${method} ${url}`, () => draw(() => verifier.handle({ method, url, ...rest }))),
  )
  const ask = { method: 'GET', url: verifier.requests, headers: { accept: 'application/json' } }
  return drawFrom(seed, () =>
    playVerifier({
      ...{ profile, concurrency, hasProbes: true },
      nextRequest: async () => readGivenRequest((await send(ask, 'configured')).body),
      options: { now: sampleTime, anchors: [new X509Certificate(issuerTrust.root).toString()] },
      wallet: { ...{ send, now, random: drawOctets, issuer: usualIssuer, patience: 0 }, wait: async () => {} },
    }),
  )
}

const plays: readonly (readonly [string, Play])[] = [
  ['that makes no mistake', {}],
  ['that takes any nonce', { fault: 'VPUSE-NONCE/takes-any-nonce' }],
  [
    'that takes presentations without holder binding',
    { fault: 'VPUSE-BOUND/takes-presentations-without-holder-binding' },
  ],
  ['by HAIP', { profile: haip }],
]
const cases = plays.flatMap(([name, given], i) =>
  Array.from(
    { length: Number(process.env.ASSAY_SEEDS ?? (i === 0 ? 3 : 1)) },
    (_, n) => [name, `${n + 1}`, given] as const,
  ),
)

describe('the probes of a verifier', () => {
  it.each(cases)(
    'come out alike one by one and sixteen at a time, with the same messages: one %s, seed %s',
    async (_, seed, given) => {
      const alone = await play(oneAtATime, { ...given, seed })
      const together = await play(atMost(16), { ...given, seed })

      expect(describeSeen(together)).toEqual(describeSeen(alone))
      expect(together.notes.filter(isAboutSending)).toEqual([
        expect.stringMatching(/^up to 16 probes were sent at a time/),
      ])
      expect(alone.notes.filter(isAboutSending)).toEqual([])
    },
  )

  it('are played back one by one as they were sent side by side', async () => {
    const { result, events } = await keepTape(() => play(atMost(16)))
    const again = await playTape({ began: 0, events }, () => play(oneAtATime))

    expect(describeSeen(again)).toEqual(describeSeen(result))
    expect(again.notes).toEqual(result.notes)
  })
})

describe('a verifier that takes one request at a time', () => {
  it.each([429, 503])('and answers others with %i gets fewer, and has no false failure', async (status) => {
    const { front, rejected } = limit(status)
    const seen = await play(adaptiveConcurrency, { front })

    expect(describeSeen(seen).trials).toEqual(describeSeen(await play(oneAtATime)).trials)
    expect(concludeTest(seen)).toBe('passed')
    expect(rejected.count).toBeLessThan(10)
    expect(seen.notes).toContainEqual(expect.stringContaining('slowed down after '))
  })

  it('and closes the connections of others has no false failure', async () => {
    const seen = await play(atMost(16), { front: breaking().front })

    expect(describeSeen(seen).trials).toEqual(describeSeen(await play(oneAtATime)).trials)
    expect(concludeTest(seen)).toBe('passed')
  })
})
