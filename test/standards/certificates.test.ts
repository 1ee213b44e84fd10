import { X509Certificate } from 'node:crypto'
import { request as callPlain } from 'node:http'
import { request as call } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { makeServerTls } from '../../src/files/tls.ts'
import { listFailed, type Seen } from '../../src/harness/seen.ts'
import { serve } from '../../src/wire/server/server.ts'
import { createReferenceVciWallet } from '../../suites/openid4vci/harness/reference-wallet.ts'
import { tryWallet } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import { combine, set, type WalletMutation } from '../../suites/openid4vci/wallet/faults.ts'
import { chooseMethod } from '../../suites/openid4vp/actors/wallet/steps.ts'
import { createReferenceVpVerifier } from '../../suites/openid4vp/harness/reference-verifier.ts'
import { createReferenceVpWallet } from '../../suites/openid4vp/harness/reference-wallet.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { type PresenterMutation, set as setPresenter } from '../../suites/openid4vp/wallet/faults.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'

type Send = (request: HttpRequest) => Promise<HttpResponse>

/** Sends requests, with these settings of TLS. A connection that fails is an answer by 502. */
const sendOver =
  (tls: ConnectionOptions): Send =>
  ({ url, method, headers, body = '' }) =>
    new Promise((resolve) => {
      const begin = url.startsWith('http:') ? callPlain : call
      const sent = begin(url, { ...tls, method, headers, agent: false }, async (response) => {
        let text = ''
        for await (const part of response.setEncoding('utf8')) text += part
        const fields = Object.entries(response.headers).map(([name, value]) => [name, `${value}`])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(fields), body: text })
      })
      sent.on('error', () => resolve({ status: 502, headers: {}, body: '' })).end(body)
    })

/** Serves a handler until the test ends. */
async function serveHandler(handle: (request: HttpRequest, base: string) => Promise<HttpResponse>): Promise<string> {
  const { url, close } = await serve(
    (base) => async (request) => {
      const own = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
      const { status, headers, body } = await handle({ ...own, body: await request.text() }, base)
      return new Response(body, { status, headers })
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(close)
  return url
}

/** A control endpoint: what it is given becomes a word about it. */
const serveWallet = (take: (command: Record<string, string>) => Promise<{ readonly accepted: boolean }>) =>
  serveHandler(async ({ body = '' }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await take(JSON.parse(body))),
  }))

const shared = {
  ...{ hasProbes: true, patience: { before: 1, after: 0 }, announce: () => {}, show: async () => undefined },
}

const select = (row: string) => ({ now: sampleTime, selection: { only: [row], skip: [] } })

const tryVciWallet =
  (row: string, change: WalletMutation = (steps) => steps): Party =>
  async (send, place) => {
    const take = createReferenceVciWallet(
      { send, now: () => sampleTime, wait: async () => {} },
      combine(set({ takesDeferred: false }), change),
    )
    const wallet = await serveWallet(({ offer = '', txnCode }) =>
      take({ link: offer, ...(txnCode && { txCode: txnCode }) }),
    )
    return tryWallet({ ...shared, wallet, place: place as never, options: select(row) })
  }

const tryVpWallet =
  (row: string, change?: PresenterMutation): Party =>
  async (send, place) => {
    const present = createReferenceVpWallet(send, () => sampleTime, change)
    const wallet = await serveWallet(({ link = '' }) => present(link))
    return tryPresenter({ ...shared, wallet, place: place as never, options: select(row) })
  }

type Party = (send: Send, place: object) => Promise<Seen>

/** Each party under test, by how it sends. */
const parties: Readonly<Record<string, Party>> = {
  'VCIWALLET-REFUSES-TLS': tryVciWallet('VCIWALLET-REFUSES-TLS'),
  'VPWALLET-REFUSES-TLS': tryVpWallet('VPWALLET-REFUSES-TLS'),
  'VPUSE-TLS': async (send, place) => {
    let verifier: ReturnType<typeof createReferenceVpVerifier> | undefined
    const address = await serveHandler((request, base) => {
      verifier ??= createReferenceVpVerifier(base, () => sampleTime, undefined, send)
      return verifier.handle(request)
    })
    return tryServedVerifier({
      ...{ requests: [`${address}/vp/new`], hasProbes: true, hasStatus: true, patience: 0, allowPrivate: true },
      place: place as never,
      options: { ...select('VPUSE-TLS'), anchors: [new X509Certificate(issuerTrust.root).toString()] },
    })
  },
}

async function tryOver(row: string, tls: ConnectionOptions, party = parties[row]) {
  const { encryption, faulty, authority } = await makeServerTls(['127.0.0.1'])
  const place = { host: '127.0.0.1', port: 0, tls: encryption, faulty }
  const seen = await party?.(sendOver({ ca: authority, ...tls }), place)
  const trials = (seen?.trials ?? []).filter((each) => each.row.id === row)
  return { failed: seen && listFailed(seen), outcomes: trials.map(({ outcome }) => outcome) }
}

describe.each(Object.keys(parties))('a party that is shown certificates of TLS: %s', (row) => {
  it('passes if it calls no server that it cannot verify', async () => {
    expect(await tryOver(row, {})).toEqual({ failed: [], outcomes: Array(4).fill('held') })
  })

  it('is found if it verifies no certificate', async () => {
    expect(await tryOver(row, { rejectUnauthorized: false })).toEqual({
      ...{ failed: [row], outcomes: Array(4).fill('failed') },
    })
  })

  it('is found if it does not compare names', async () => {
    const { failed, outcomes } = await tryOver(row, { checkServerIdentity: () => undefined })

    expect({ failed, outcomes: outcomes.toSorted() }).toEqual({
      ...{ failed: [row], outcomes: ['failed', 'held', 'held', 'held'] },
    })
  })
})

describe.each([
  ['VCIWALLET-PLAIN', tryVciWallet, set({ takesPlainKeys: true }) as never],
  ['VPWALLET-PLAIN', tryVpWallet, setPresenter({ chooseMethod }) as never],
] as const)('a wallet that is led to the port without TLS: %s', (row, test, change) => {
  it('passes if it does not go there, and is found if it does', async () => {
    expect(await tryOver(row, {}, test(row))).toEqual({ failed: [], outcomes: ['held'] })
    expect(await tryOver(row, {}, test(row, change))).toEqual({ failed: [row], outcomes: ['failed'] })
  })
})
