import { describe, expect, it } from 'vitest'
import { playBackend, playIssuer, playVerifier, type Shown, sendFaultsOf } from './evading.ts'
import { withOutcome } from './playing.ts'

// Where a team agreed that a response without success is a refusal, the status of a refusal accuses no one.

const decisions = { 'errors.refusal': 'no-success' }

type Pass = NonNullable<NonNullable<Parameters<typeof playIssuer>[0]>['pass']>

const answerError = () =>
  new Response('{"error":"invalid_request"}', { headers: { 'content-type': 'application/json' } })

/** Answers so what is refused, be it with a status of 4xx or in the body of a verifier. */
const withoutErrorStatus: Pass = async (request, onward) => {
  const answer = await onward(request)
  const isRefused =
    (answer.status > 399 && answer.status < 500) || (await answer.clone().text()).includes('"accepted":false')
  return isRefused ? answerError() : answer
}

const roles: Readonly<Record<string, (more: Parameters<typeof playIssuer>[1]) => Promise<Shown>>> = {
  'an issuer with its status service': (more) => playIssuer({ pass: withoutErrorStatus }, more),
  'a wallet backend': (more) => playBackend({ pass: withoutErrorStatus }, more),
  'a verifier': (more) => playVerifier({ pass: withoutErrorStatus }, more),
}

/** Answers so whatever presents no claim. */
const withoutSelection: Pass = async (request, onward) => {
  const { presentation = '' } = JSON.parse(await request.clone().text())
  return presentation.split('~').length === 2 ? answerError() : onward(request)
}

describe('an error in a response with status 200', () => {
  it.each(Object.entries(roles))('is a refusal, by decision: %s', async (_, play) => {
    const { report } = await play({ settings: { decisions } })

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.probes.some(({ answer, expected }) => expected === 'refused' && answer === 'refused')).toBe(true)
    expect(report.verdict.result).toBe('conformant')
  })

  it.each(Object.entries(roles))('fails nothing where nothing was decided: %s', async (_, play) => {
    const { report } = await play({})
    const waiting = report.results.filter(({ reason = '' }) => reason.includes('errors.refusal = no-success'))

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(waiting.length).toBeGreaterThan(0)
    expect(report.verdict.result).toBe('inconclusive')
  })

  it('is a refusal of a valid presentation too', async () => {
    const { report } = await playVerifier(
      { pass: withoutSelection },
      { settings: { decisions }, sendProbes: sendFaultsOf() },
    )

    expect(withOutcome(report, 'failed')).toEqual(['SD-ANY-SUBSET'])
  })
})
