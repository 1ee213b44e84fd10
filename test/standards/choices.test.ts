import { describe, expect, it } from 'vitest'
import { inProcess, makePartyTest } from '../../src/harness/parties.ts'
import type { Seen } from '../../src/harness/seen.ts'
import { presenterProfile as haipPresenter } from '../../suites/haip/harness/presenter-profile.ts'
import { walletProfile as haipWallet } from '../../suites/haip/harness/wallet-profile.ts'
import { makeUsualSteps } from '../../suites/openid4vci/actors/steps.ts'
import { requestKey } from '../../suites/openid4vci/harness/reference-issuer.ts'
import { walletProfile } from '../../suites/openid4vci/harness/wallet/profile.ts'
import { tryWallet } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import type { WalletProfile } from '../../suites/openid4vci/harness/wallet/wallet-profile.ts'
import { combine as combineIssuers, type IssuerMutation } from '../../suites/openid4vci/issuer-changes.ts'
import type { WalletProbe } from '../../suites/openid4vci/wallet/make-probe.ts'
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

interface Choice {
  readonly id: string
  readonly description: string
  readonly expects: string
}

/** The choices that do not occur in a session, or that are made and are not tried. */
function listMissing(choices: readonly Choice[], { recording, trials }: Seen): readonly string[] {
  const purposes = (recording?.sessions ?? []).map(({ purpose }) => purpose).join()
  const isTried = ({ id, expects }: Choice): boolean =>
    expects === 'session' || trials.some((each) => each.id === id && each.outcome === 'held')
  return choices
    .filter((each) => !purposes.includes(each.description) || !isTried(each))
    .map(({ description }) => description)
}

describe('a choice of a verifier', () => {
  it.each([presenterProfile, haipPresenter])('occurs in every run: $suite', async (profile: PresenterProfile) => {
    const seen = await tryPresenter({ ...makePartyTest(sampleTime), ...inProcess, profile })

    expect(verifierChoices.length).toBeGreaterThan(15)
    expect(listMissing(verifierChoices, seen)).toEqual([])
  })

  it.each(verifierChoices)('is not undone by those that are made with it: $description', (choice) => {
    const all = verifierChoices.filter((each) => each.expects === choice.expects)
    const show = (some: readonly RequestProbe[]): string => showVerifier(combine(...some.map(({ change }) => change)))

    expect(show(all)).not.toBe(show(all.filter((each) => each !== choice)))
  })
})

const base = 'https://issuer.example/vci'

/** All that a wallet gets from an issuer with a change. */
function showIssuer(change: IssuerMutation): string {
  const steps = change(makeUsualSteps({ kty: 'EC', kid: requestKey.kid, crv: 'P-256' }))
  const body = JSON.stringify({ issuer: base, jwks: { keys: [] } })
  return JSON.stringify([
    steps.issuerMetadata(base),
    steps.serverMetadata(base),
    steps.offer({ credential_issuer: base, credential_configuration_ids: ['membership'], grants: {} }),
    steps.token({ access_token: 'a', token_type: 'Bearer', expires_in: 600 }),
    steps.credential({ credentials: [] }),
    steps.credentialHeader({ alg: 'ES256' }),
    ...(['issuerMetadata', 'keys'] as const).map((endpoint) =>
      steps.send(endpoint, { status: 200, headers: {}, body }),
    ),
  ])
}

describe.each([walletProfile, haipWallet])('a choice of an issuer: $suite', (profile: WalletProfile) => {
  const allChoices = profile.probes.filter(({ allowed }) => allowed !== undefined)

  it('occurs in every run', async () => {
    const seen = await tryWallet({ ...makePartyTest(sampleTime), ...inProcess, profile })

    expect(allChoices.length).toBeGreaterThan(10)
    expect(listMissing(allChoices, seen)).toEqual([])
  })

  it.each(allChoices)('is not undone by those that are made with it: $description', (choice) => {
    const all = allChoices.filter((each) => each.expects === choice.expects && each.control === choice.control)
    const show = (some: readonly WalletProbe[]): string =>
      showIssuer(combineIssuers(...some.map(({ change }) => change)))

    expect(show(all)).not.toBe(show(all.filter((each) => each !== choice)))
  })
})
