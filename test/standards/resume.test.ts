import { describe, expect, it } from 'vitest'
import type { TapedEvent } from '../../model/record.ts'
import type { HttpRequest } from '../../model/wire.ts'
import { openJournal } from '../../src/harness/journal.ts'
import { concludeTest, type Seen } from '../../src/harness/seen.ts'
import { keepTape, markTape, playTape, takeFromTape } from '../../src/harness/tape/tape.ts'
import { createDrawing, drawFrom, drawOctets } from '../../src/runtime/random.ts'
import { oneAtATime } from '../../src/wire/client/tempo.ts'
import { playUser } from '../../suites/openid4vci/harness/authorization/authorize-user.ts'
import { createOfferSource } from '../../suites/openid4vci/harness/issuer/offer-sources.ts'
import { playIssuer } from '../../suites/openid4vci/harness/issuer/play-issuer.ts'
import { issuerProfile } from '../../suites/openid4vci/harness/issuer/profile.ts'
import { createReferenceVciIssuer, providerKey } from '../../suites/openid4vci/harness/reference-issuer.ts'
import { VCIUSE } from '../../suites/openid4vci/requirements.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { atMost, describeSeen } from './side-by-side.ts'

// A test that is interrupted after any call goes on with the same issuer, which remembers all of it.

const origin = 'https://issuer.example'
const now = (): number => sampleTime

/** An issuer that stops answering after some calls, and what it was sent. */
function startIssuer() {
  const issuer = createReferenceVciIssuer(origin, now, issuerProfile.reference.change)
  const draw = createDrawing('issuer')
  const sent: string[] = []
  const answer = async (request: HttpRequest, most: number, isOver: () => void) => {
    await new Promise(setImmediate)
    sent.push(JSON.stringify(request))
    const response = await draw(() => issuer.handle(request))
    if (sent.length < most) return response
    isOver()
    return new Promise<never>(() => {})
  }
  return { offers: issuer.offers, sent, answer }
}

const play = (
  { offers, answer }: ReturnType<typeof startIssuer>,
  concurrency = oneAtATime,
  most = Infinity,
  isOver: () => void = () => {},
): Promise<Seen> => {
  const send = (request: HttpRequest) =>
    takeFromTape(`${request.method} ${request.url}`, () => answer(request, most, isOver))
  const { attestationKey = providerKey } = issuerProfile
  return drawFrom('1', () =>
    playIssuer({
      ...{ send, profile: issuerProfile, concurrency, hasProbes: true, patience: 120 },
      nextOffer: createOfferSource([offers], undefined, send),
      options: { now: sampleTime },
      wallet: {
        ...{ now, attestationKey, redirectUri: 'http://127.0.0.1:4801/callback', wait: async () => {} },
        authorizeUser: (visit) => playUser(send, visit),
      },
    }),
  )
}

/** What a test kept until an issuer stopped answering. */
async function interruptAfter(most: number, issuer: ReturnType<typeof startIssuer>, concurrency = oneAtATime) {
  const events: TapedEvent[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const kept = keepTape(() => play(issuer, concurrency, most, resolve), { note: (event) => void events.push(event) })
  await Promise.race([promise, kept])
  const sound = events.findLastIndex((event) => 'place' in event)
  return [...events.slice(0, sound + 1), { at: 0, place: 'resumed' } as const]
}

const numbers = [20, 45, 70, 95, 120, 150]

describe('a test that was interrupted after some calls', () => {
  it.each(numbers.flatMap((most) => [[most, 1] as const, [most, 16] as const]))(
    'comes out as any other, and asks again only for what was under way: after %i calls, up to %i at a time',
    async (most, together) => {
      const concurrency = together === 1 ? oneAtATime : atMost(together)
      const issuer = startIssuer()
      const events = await interruptAfter(most, issuer, concurrency)

      const { result } = await keepTape(() => play(issuer, concurrency), { earlier: { began: 0, events } })

      const other = startIssuer()
      const usual = await play(other)
      expect(concludeTest(result)).toBe('passed')
      expect(describeSeen(result).trials?.map(cutMessage)).toEqual(describeSeen(usual).trials?.map(cutMessage))
      const again = issuer.sent.length - other.sent.length
      // One at a time, a probe may have sent a valid request before its own, each with a nonce. Side by side, all probes of a batch of 64 may have been under way, each with a nonce, a request and a control.
      expect(again).toBeLessThanOrEqual(together > 1 ? 3 * 64 : most > 20 ? 4 : 20)
    },
  )
})

/** Where a test goes on, a message may have another number. */
const cutMessage = (trial: string): string => trial.replace(/ \| [^|]* \| [^|]*$/, '')

/** Draws before and after a place, and learns something at each. */
async function drawTwice(log: string[]): Promise<void> {
  for (const place of ['first', 'second']) {
    markTape()
    const drawn = drawOctets(4).toString('hex')
    log.push(drawn, await takeFromTape(place, async () => `what ${drawn} brings`))
  }
}

describe('what was drawn for something that was under way', () => {
  it('is drawn again where a test continues, and is the same when that is played back', async () => {
    const [first, again, played]: [string[], string[], string[]] = [[], [], []]
    const { events } = await keepTape(() => drawFrom('1', () => drawTwice(first)))
    const sound = events.findLastIndex((event) => 'place' in event)
    const earlier = { began: 0, events: [...events.slice(0, sound + 1), { at: 0, place: 'resumed' } as const] }
    const { events: whole } = await keepTape(() => drawFrom('1', () => drawTwice(again)), { earlier })

    await playTape({ began: 0, events: whole }, () => drawFrom('1', () => drawTwice(played)))

    expect(again.slice(0, 2)).toEqual(first.slice(0, 2))
    expect(again[2]).not.toBe(first[2])
    expect(played).toEqual(again)
  })
})

describe('a probe that was under way when a test was interrupted', () => {
  it('fails no requirement when it is sent again, and the next one does', async () => {
    const journal = openJournal({})
    const events: readonly TapedEvent[] = [
      { at: 0, place: 'sound' },
      { at: 0, place: 'resumed' },
    ]
    const run = async (): Promise<void> => {
      markTape()
      for (const name of ['first', 'second']) {
        await takeFromTape(name, async () => name)
        journal.add({
          id: `PROBE/${name}`,
          row: VCIUSE.REFUSES,
          description: name,
          outcome: 'failed',
          actual: 'accepted',
        })
      }
    }

    await keepTape(run, { earlier: { began: 0, events } })

    expect(journal.trials.map(({ outcome, actual }) => `${outcome}: ${actual}`)).toEqual([
      'inconclusive: accepted; it was under way when the test was interrupted',
      'failed: accepted',
    ])
  })
})
