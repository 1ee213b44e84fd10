import { describe, expect, it } from 'vitest'
import { inProcess, makePartyTest } from '../../src/harness/parties.ts'
import { presenterProfile as haipPresenter } from '../../suites/haip/harness/presenter-profile.ts'
import { usualVerifierSteps } from '../../suites/openid4vp/actors/steps.ts'
import { responsePrivateKey } from '../../suites/openid4vp/harness/reference-verifier.ts'
import type { PresenterProfile } from '../../suites/openid4vp/harness/wallet/presenter-profile.ts'
import { presenterProfile } from '../../suites/openid4vp/harness/wallet/profile.ts'
import { tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { combine, set, type VerifierMutation } from '../../suites/openid4vp/verifier/faults.ts'
import { connections, type RequestProbe, requestProbes } from '../../suites/openid4vp/wallet/probes.ts'
import { requireEncrypted } from '../../suites/openid4vp/wallet/requests.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'

const verifierChoices = requestProbes.filter(({ allowed }) => allowed !== undefined)

/** All that a wallet gets from a verifier with a change. */
function showVerifier(change: VerifierMutation): string {
  const usual = combine(connections.dns, requireEncrypted(), set({ answer: () => ({}) }))
  const { request, header, object, link, answer, send } = combine(usual, change)(usualVerifierSteps)
  const [address, query] = ['https://verifier.example/vp/response/1', { credentials: [{ id: 'a', format: 'b' }] }]
  const parameters = { response_uri: address, nonce: 'a', state: 'b', dcql_query: query, client_metadata: {} }
  return JSON.stringify([
    request(parameters, responsePrivateKey),
    header({ x5c: [] }),
    object({ iat: sampleTime }),
    link({ request_uri: address }),
    answer({ redirect_uri: address }),
    send('request', { status: 200, headers: {}, body: '' }),
  ])
}

describe('a choice of a verifier', () => {
  it.each([presenterProfile, haipPresenter])('occurs in every run: $suite', async (profile: PresenterProfile) => {
    const { recording, trials } = await tryPresenter({ ...makePartyTest(sampleTime), ...inProcess, profile })
    const purposes = (recording?.sessions ?? []).map(({ purpose }) => purpose)
    const isTried = ({ id, expects }: RequestProbe): boolean =>
      expects === 'session' || trials.some((each) => each.id === id && each.outcome === 'held')

    expect(verifierChoices.length).toBeGreaterThan(15)
    expect(verifierChoices.filter(({ description }) => !purposes.join().includes(description))).toEqual([])
    expect(verifierChoices.filter((each) => !isTried(each))).toEqual([])
  })

  it.each(verifierChoices)('is not undone by those that are made with it: $description', (choice) => {
    const others = verifierChoices.filter((each) => each.expects === choice.expects && each !== choice)
    const all = verifierChoices.filter((each) => each.expects === choice.expects)
    const show = (some: readonly RequestProbe[]): string => showVerifier(combine(...some.map(({ change }) => change)))

    expect(show(all)).not.toBe(show(others))
  })
})
