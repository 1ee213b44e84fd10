import { describe, expect, it } from 'vitest'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { type Evasion, playIssuer } from './evading.ts'
import { withOutcome } from './playing.ts'

type Pass = NonNullable<Evasion['pass']>

const sendOne = (store: SessionStore) => {
  const { statefulProbes, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
  const one = statefulProbes.filter(({ requirement }) => requirement.id === 'OFFER-NEGOTIATED')
  return sendProbes(store, { ...rest, faults: [], statefulProbes: one })
}

/** Answers so whoever asks for a JWT in place of an offer. */
const answerJwt =
  (how: (offer: string) => Response): Pass =>
  async (request, onward) => {
    const answer = await onward(request)
    const isAsked = request.url.includes('/credential-offer/') && request.headers.get('accept') === 'application/jwt'
    return isAsked ? how(await answer.text()) : answer
  }

const encode = (text: string): string => Buffer.from(text).toString('base64url')

const writeJwt = (offer: string): string => `${encode('{"alg":"none"}')}.${encode(offer)}.`

const play = async (how: (offer: string) => Response) => {
  const { report } = await playIssuer({ pass: answerJwt(how) }, { sendProbes: sendOne })
  return { result: report.results.find(({ id }) => id === 'OFFER-NEGOTIATED'), failed: withOutcome(report, 'failed') }
}

describe('an issuer that is asked for an offer as a JWT', () => {
  it.each([
    ['with its media type', 'application/jwt'],
    ['as JSON', 'application/json'],
  ])('fails where it returns one %s', async (_, type) => {
    const { result } = await play((offer) => new Response(writeJwt(offer), { headers: { 'content-type': type } }))

    expect(result).toMatchObject({ outcome: 'failed', decides: 'mandatory' })
  })

  it.each([
    ['returns JSON', (offer: string) => new Response(offer, { headers: { 'content-type': 'application/json' } })],
    ['rejects it', () => new Response(null, { status: 406 })],
    ['has no offer any more', () => new Response(null, { status: 404 })],
  ])('passes where it %s', async (_, how) => {
    expect(await play(how)).toMatchObject({ result: { outcome: 'passed' }, failed: [] })
  })
})
