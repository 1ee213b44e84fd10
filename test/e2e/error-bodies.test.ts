import { describe, expect, it } from 'vitest'
import { playBackend, playIssuer, playVerifier, type Shown, sendFaultsOf } from './evading.ts'
import { withOutcome } from './playing.ts'

// Where a team agreed that a response without success is a refusal, the status of a refusal accuses no one.

const decisions = { 'errors.refusal': 'no-success' }

type Pass = NonNullable<NonNullable<Parameters<typeof playIssuer>[0]>['pass']>

const answerError = () =>
  new Response('{"error":"invalid_request"}', { headers: { 'content-type': 'application/json' } })

/** Answers so what is refused with one of 4xx. */
const withoutErrorStatus: Pass = async (request, onward) => {
  const answer = await onward(request)
  return answer.status < 400 || answer.status > 499 ? answer : answerError()
}

const play: Readonly<Record<string, () => Promise<Shown>>> = {
  'an issuer with its status service': () => playIssuer({ pass: withoutErrorStatus }, { settings: { decisions } }),
  'a wallet backend': () => playBackend({ pass: withoutErrorStatus }, { settings: { decisions } }),
  'a verifier': () => playVerifier({ pass: withoutErrorStatus }, { settings: { decisions } }),
}

/** Answers so whatever presents no claim. */
const withoutSelection: Pass = async (request, onward) => {
  const { presentation = '' } = JSON.parse(await request.clone().text())
  return presentation.split('~').length === 2 ? answerError() : onward(request)
}

describe('an error in a response with status 200', () => {
  it.each(Object.entries(play))('is a refusal, by decision: %s', async (_, run) => {
    const { report } = await run()

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.probes.some(({ answer, expected }) => expected === 'refused' && answer === 'refused')).toBe(true)
    expect(report.verdict.result).toBe('conformant')
  })

  it('is a refusal of a valid presentation too', async () => {
    const { report } = await playVerifier(
      { pass: withoutSelection },
      { settings: { decisions }, sendProbes: sendFaultsOf() },
    )

    expect(withOutcome(report, 'failed')).toEqual(['SD-ANY-SUBSET'])
  })
})
