import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isObject } from '../protocol/encoding/json.ts'
import { playStandard, type StandardReference, type StandardReferenceOptions } from '../src/msw.ts'
import { callInProcess } from '../src/wire/server/app.ts'
import { makeHaipWallet } from '../suites/haip/wallets.ts'
import { createReferenceVciWallet } from '../suites/openid4vci/harness/reference-wallet.ts'
import { issuerFaults } from '../suites/openid4vci/issuer-faults.ts'
import { createReferenceVpWallet } from '../suites/openid4vp/harness/reference-wallet.ts'

const now = 1_795_000_000

/** The code under test calls by the `fetch` of Node, and follows no redirection. */
const send = callInProcess((each) => fetch(each, { redirect: 'manual' }))

function listen(...actors: readonly StandardReference[]): void {
  const server = setupServer(...actors.flatMap(({ handlers }) => handlers))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
}

/** Puts the reference actor of a standard behind `fetch` until the test is over. */
async function behindFetch(options: StandardReferenceOptions) {
  const actor = await playStandard({ now, ...options })
  listen(actor)
  return actor
}

const readLink = (given: string): { link: string; txCode?: string } => {
  const value: unknown = given.startsWith('{') ? JSON.parse(given) : { link: given }
  if (!isObject(value)) throw new TypeError('no link')
  const link = value.link ?? value.offer ?? value.request
  return { link: String(link), ...(typeof value.tx_code === 'string' && { txCode: value.tx_code }) }
}

describe('the reference actor of a standard behind `fetch`', () => {
  it.each([
    ['openid4vci-1.0', undefined],
    ['haip-1.0', makeHaipWallet],
  ] as const)('issues a credential to a wallet by %s', async (suite, change) => {
    const issuer = await behindFetch({ suite })
    const take = createReferenceVciWallet({ send, now: () => now, wait: async () => {} }, change)

    expect(await take(readLink(await issuer.begin()))).toMatchObject({ accepted: true })
    expect(issuer.received().map(({ request }) => new URL(request.url).pathname)).toContain('/vci/credential')
  })

  it.each(['openid4vp-1.0', 'haip-1.0'] as const)('takes what a wallet presents by %s', async (suite) => {
    const verifier = await behindFetch({ suite, role: 'verifier' })
    const present = createReferenceVpWallet(send, () => now)
    const { refused } = await present(readLink(await verifier.begin()).link)

    expect(refused).toBeUndefined()
    expect(verifier.received().some(({ request }) => request.method === 'POST')).toBe(true)
  })

  it('is at an address of its own, and does the same with the same seed', async () => {
    const options = { suite: 'openid4vci-1.0', address: 'https://shop.example', seed: 7 } as const
    const [once, again] = [await playStandard(options), await playStandard(options)]
    expect(await once.begin()).toBe(await again.begin())
    expect(await once.begin()).toContain('shop.example')
  })

  it('does one thing wrong', async () => {
    const [fault] = issuerFaults.filter(({ id }) => id.startsWith('VCIMETA-'))
    const suite = 'openid4vci-1.0'
    const usual = await playStandard({ suite, address: 'https://a.example' })
    const faulty = await playStandard({ suite, address: 'https://b.example', ...(fault && { fault: fault.id }) })
    listen(usual, faulty)
    const read = async (host: string): Promise<string> => {
      const url = `https://${host}/.well-known/openid-credential-issuer/vci`
      return (await send({ method: 'GET', url, headers: {} })).body.replaceAll(host, 'issuer.example')
    }

    expect(await read('b.example')).not.toBe(await read('a.example'))
    expect([usual.received().length, faulty.received().length]).toEqual([1, 1])
  })

  it('is none where a standard has no such role, fault or variant', async () => {
    await expect(playStandard({ suite: 'openid4vp-1.0', role: 'issuer' })).rejects.toThrow('has no issuer')
    await expect(playStandard({ suite: 'openid4vci-1.0', fault: 'NO-SUCH/fault' })).rejects.toThrow('NO-SUCH')
  })
})
