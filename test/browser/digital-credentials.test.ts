import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { testAuthority } from '../../suites/sd-jwt/test-authority.ts'
import { serveActor } from '../standards/served-issuer.ts'
import { type Reader, reader } from './chromium.ts'
import { serveVerifierPages, serveWalletPages } from './digital-credentials.ts'

let browser: Reader
beforeAll(async () => {
  browser = await reader()
})
afterAll(() => browser.close())

const anchors = [new X509Certificate(testAuthority).toString()]

/** Tests a verifier whose page is in the browser. */
async function testPage(...flags: readonly string[]): Promise<Seen> {
  const { url, close } = await serveVerifierPages(browser.browser, await serveActor('openid4vp-verifier', ...flags))
  onTestFinished(close)
  return tryServedVerifier({
    requests: [url],
    hasProbes: true,
    patience: 0,
    allowPrivate: false,
    options: { anchors },
  })
}

/** Tests a wallet that a page in the browser asks. */
async function testWallet(...flags: readonly string[]): Promise<Seen> {
  const { url, close } = await serveWalletPages(browser.browser, await serveActor('openid4vp-wallet', ...flags))
  onTestFinished(close)
  return tryPresenter({
    wallet: url,
    place: { host: '127.0.0.1', port: 0 },
    patience: { before: 5, after: 0.1 },
    hasProbes: true,
    hasDcApi: true,
    options: {},
    show: async () => undefined,
    announce: () => {},
  })
}

describe('a page that calls the Digital Credentials API in Chromium', () => {
  it('is that of a verifier that passes', async () => {
    const seen = await testPage('--variant', 'VP/puts-signed-requests-to-the-digital-credentials-api')

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
    const passed = seen.cases
      .flatMap(({ verdict }) => verdict.results)
      .flatMap(({ outcome, requirement }) => (outcome === 'passed' ? [requirement.id] : []))
    expect(passed).toEqual(expect.arrayContaining(['VPDC-PROTOCOL', 'VPDC-EXPECTED']))
  })

  it('is that of a verifier that takes presentations for another origin, and fails', async () => {
    const fault = 'VPUSE-AUDIENCE/takes-presentations-for-any-origin'

    expect(listFailed(await testPage('--fault', fault))).toEqual(['VPUSE-AUDIENCE'])
  })

  it('asks a wallet that passes', async () => {
    const seen = await testWallet()

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(concludeTest(seen)).toBe('passed')
    expect(seen.recording?.sessions.map(({ purpose }) => purpose)).toContain(
      'a signed request to the Digital Credentials API',
    )
  })

  it('asks a wallet that does not look at the expected origins, and fails', async () => {
    const fault = 'VPWALLET-REFUSES-ORIGIN/a-wallet-does-not-look-at-expected_origins'

    expect(listFailed(await testWallet('--fault', fault))).toEqual(['VPWALLET-REFUSES-ORIGIN'])
  })
})
