import { describe, expect, it } from 'vitest'
import { readBody } from '../../src/harness/calls.ts'
import { concludeTest, type Seen } from '../../src/harness/seen.ts'
import { keepTape, playTape, takeFromTape } from '../../src/harness/tape/tape.ts'
import { createDrawing, drawFrom } from '../../src/runtime/random.ts'
import { adaptiveConcurrency, type Concurrency, oneAtATime } from '../../src/wire/client/tempo.ts'
import { issuerProfile as haip } from '../../suites/haip/harness/issuer-profile.ts'
import { findChange } from '../../suites/kit/reference-profile.ts'
import { playUser } from '../../suites/openid4vci/harness/authorization/authorize-user.ts'
import { createOfferSource } from '../../suites/openid4vci/harness/issuer/offer-sources.ts'
import { playIssuer } from '../../suites/openid4vci/harness/issuer/play-issuer.ts'
import { issuerProfile } from '../../suites/openid4vci/harness/issuer/profile.ts'
import { createReferenceVciIssuer, providerKey } from '../../suites/openid4vci/harness/reference-issuer.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { atMost, breaking, describeSeen, type Front, isAboutSending, limit, unevenly } from './side-by-side.ts'

// Probes of an issuer of a standard are sent side by side, and come out as they do one by one.
// Few seeds are played here; `ASSAY_SEEDS=20` plays twenty of each issuer.

const origin = 'https://issuer.example'
const now = (): number => sampleTime

interface Play {
  readonly profile?: typeof issuerProfile
  readonly fault?: string
  readonly front?: Front
  readonly seed?: string
}

const play = (concurrency: Concurrency, given: Play = {}): Promise<Seen> => {
  const { profile = issuerProfile, fault, front = unevenly(given.seed ?? '1'), seed = '1' } = given
  const { reference, attestationKey = providerKey } = profile
  const change = fault === undefined ? reference.change : findChange(reference)('fault', fault)
  const issuer = createReferenceVciIssuer(origin, now, change)
  const draw = createDrawing(`issuer ${seed}`)
  const send = front(({ method, url, ...rest }) =>
    takeFromTape(`${method} ${url}`, () => draw(() => issuer.handle({ method, url, ...rest }))),
  )
  return drawFrom(seed, () =>
    playIssuer({
      ...{ send, profile, concurrency, hasProbes: true, patience: 120 },
      nextOffer: createOfferSource([issuer.offers], undefined, send),
      options: { now: sampleTime, ...(reference.anchors && { anchors: reference.anchors }) },
      wallet: {
        ...{ now, attestationKey, redirectUri: 'http://127.0.0.1:4801/callback', wait: async () => {} },
        authorizeUser: (visit) => playUser(send, visit),
      },
    }),
  )
}

const plays: readonly (readonly [string, Play])[] = [
  ['that makes no mistake', {}],
  ['that takes any nonce', { fault: 'VCIUSE-REFUSES/takes-any-nonce' }],
  ['that does not verify proofs', { fault: 'VCIUSE-REFUSES/does-not-verify-proofs' }],
  ['by HAIP', { profile: haip }],
]
const cases = plays.flatMap(([name, given], i) =>
  Array.from(
    { length: Number(process.env.ASSAY_SEEDS ?? (i === 0 ? 3 : 1)) },
    (_, n) => [name, `${n + 1}`, given] as const,
  ),
)

describe('the probes of an issuer', () => {
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

  it('come out alike when their number follows the issuer', async () => {
    expect(describeSeen(await play(adaptiveConcurrency))).toEqual(describeSeen(await play(oneAtATime)))
  })

  it('are played back one by one as they were sent side by side', async () => {
    const { result, events } = await keepTape(() => play(atMost(16)))
    const again = await playTape({ began: 0, events }, () => play(oneAtATime))

    expect(describeSeen(again)).toEqual(describeSeen(result))
    expect(again.notes).toEqual(result.notes)
  })
})

/** The claims of the first proof in a credential request. */
function readClaims(body: string): { readonly nonce?: string } {
  const [proof = ''] = (JSON.parse(/^\{/.test(body) ? body : '{}').proofs?.jwt ?? []) as string[]
  const claims = Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()
  return /^\{.*\}$/s.test(claims) ? JSON.parse(claims) : {}
}

/** An issuer for which the nonce that it gave last is the only one. */
function keepOneNonce(): Front {
  let last = ''
  return (handle) => async (request, from) => {
    await new Promise(setImmediate)
    const { nonce = last } = readClaims(request.body ?? '')
    const given = await handle(request, from)
    const { c_nonce: fresh } = readBody(given) ?? {}
    if (typeof fresh === 'string') last = fresh
    return nonce === last || fresh !== undefined
      ? given
      : { status: 400, headers: given.headers, body: '{"error":"invalid_nonce"}' }
  }
}

/** An issuer that takes a nonce which it did not give, but only once. */
function takeOneNonce(): Front {
  const given = new Set<string>()
  let taken = 0
  return (handle) => async (request, from) => {
    const { nonce } = readClaims(request.body ?? '')
    if (nonce !== undefined && !given.has(nonce) && taken++ > 0)
      return { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_nonce"}' }
    const response = await handle(request, from)
    const { c_nonce: fresh } = readBody(response) ?? {}
    if (typeof fresh === 'string') given.add(fresh)
    return response
  }
}

describe('an issuer that takes a wrong proof once', () => {
  it('is found, however many requests are under way', async () => {
    for (const concurrency of [oneAtATime, atMost(16)]) {
      const { trials } = await play(concurrency, { fault: 'VCIUSE-REFUSES/takes-any-nonce', front: takeOneNonce() })

      const failed = trials.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
      expect(failed).toContain('VCIUSE-REFUSES/a-proof-with-a-nonce-that-was-made-up')
    }
  })
})

describe('an issuer that takes one request at a time', () => {
  it.each([429, 503])('and answers others with %i gets fewer, and has no false failure', async (status) => {
    const { front, rejected } = limit(status)
    const seen = await play(adaptiveConcurrency, { front })

    expect(describeSeen(seen).trials).toEqual(describeSeen(await play(oneAtATime)).trials)
    expect(concludeTest(seen)).toBe('passed')
    expect(rejected.count).toBeLessThan(10)
    expect(seen.notes).toContainEqual(expect.stringContaining(`slowed down after status ${status}`))
  })

  it('and closes the connections of others has no false failure', async () => {
    const seen = await play(atMost(16), { front: breaking().front })

    expect(describeSeen(seen).trials).toEqual(describeSeen(await play(oneAtATime)).trials)
    expect(concludeTest(seen)).toBe('passed')
  })

  it('since it has one nonce for all gets one probe at a time', async () => {
    const seen = await play(atMost(16), { front: keepOneNonce() })

    expect(describeSeen(seen).trials).toEqual(describeSeen(await play(oneAtATime, { front: keepOneNonce() })).trials)
    expect(seen.notes).toContainEqual(expect.stringContaining('one at a time: a valid request'))
  })
})
