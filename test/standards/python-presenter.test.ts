import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { makeServerTls } from '../../src/files/tls.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import type { ServedPlace } from '../../src/harness/tape/serve-place.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { presenterProfile as haip } from '../../suites/haip/harness/presenter-profile.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import type { PresenterProfile } from '../../suites/openid4vp/harness/wallet/presenter-profile.ts'
import { presenterProfile } from '../../suites/openid4vp/harness/wallet/profile.ts'
import { tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { whyNoPython } from '../python.ts'
import { everything, listShown } from './few-probes.ts'
import * as presenter from './python/presenter.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the wallets prints when it listens. */
interface Start {
  readonly address: string
  /** The keys of their issuer, and of who holds credentials of W3C. */
  readonly jwks: JsonObject
  /** The root of the certificates of their issuer. */
  readonly roots: string
  /** Plans of honest wallets: their settings are drawn. */
  readonly draws: readonly string[]
  readonly queries: Readonly<Record<string, JsonObject>>
}

/** How a wallet is tested. */
interface Way {
  readonly profile?: PresenterProfile
  readonly hasProbes?: boolean
  readonly hasDcApi?: boolean
  readonly hasTls?: boolean
  /** What the wallet does that it need not do. */
  readonly settings?: string
  readonly selection?: Selection
}

const seed = 1
const count = 8

describe.skipIf(noPython !== undefined)(`wallets in Python that present, and share no code${reason}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const [root, authority] = [join(folder, 'root.pem'), join(folder, 'ca.pem')]
  const tls = await makeServerTls(['127.0.0.1'])
  writeFileSync(
    root,
    `-----BEGIN CERTIFICATE-----\n${issuerTrust.root.toString('base64')}\n-----END CERTIFICATE-----\n`,
  )
  writeFileSync(authority, tls.authority)
  const script = resolve(import.meta.dirname, 'openid4vp/presenter.py')
  const child = spawn('python3', ['-B', script, root, authority, String(count), String(seed)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => {
    child.stdin.end()
    rmSync(folder, { recursive: true })
  })

  const place: ServedPlace = { host: '127.0.0.1', port: 0 }
  const securePlace = { ...place, tls: tls.encryption, faulty: tls.faulty }

  /** Tests the wallet with the mistakes of a plan, by the query that the plan names. A user who is never sent back is waited for in each session. */
  function ask(plan: string, { profile = presenterProfile, ...way }: Way = {}): Promise<Seen> {
    const { hasProbes = false, hasDcApi = false, hasTls = false, settings = '', selection = everything } = way
    const [mistake = '', query = 'card'] = plan.split('~query.')
    const isSlow = /stays|strict-answer|posts-back/.test(mistake)
    const types = ['urn:example:library-card:1'].map((vct) => ({ text: JSON.stringify({ vct }) }))
    return tryPresenter({
      ...{ show: async () => undefined, announce: () => {}, profile, hasProbes, hasDcApi },
      wallet: `${start.address}/${settings}~mistake.${mistake}`,
      place: hasTls ? securePlace : place,
      patience: { before: isSlow ? 0.3 : 5, after: 0.1 },
      transaction: { type: 'https://library.example/loan', title: 'Atlas' },
      options: { jwks: start.jwks, anchors: [start.roots], typeMetadata: types, selection },
      ...(start.queries[query] && { query: start.queries[query] }),
    })
  }

  it.each([
    ['OpenID4VP 1.0', {}],
    ['OpenID4VP 1.0 with the Digital Credentials API', { hasDcApi: true }],
    ['HAIP 1.0', { profile: haip }],
    ['HAIP 1.0 with the Digital Credentials API', { profile: haip, hasDcApi: true }],
    ['OpenID4VP 1.0 over TLS', { hasTls: true }],
  ] as const)('pass, with every probe: %s', async (_, way) => {
    const seen = await ask('', { ...way, hasProbes: true })

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: [], doubtful: [] })
    expect(seen.notes.filter((note) => note.startsWith('not tested'))).toEqual([])
    expect(concludeTest(seen)).toBe('passed')
  })

  it.each(Array.from({ length: count }, (_, i) => i))('pass under any settings: draw %i', async (index) => {
    const settings = start.draws[index] ?? ''
    const seen = await ask('', {
      ...{ settings, hasProbes: true, hasDcApi: true },
      profile: index % 2 === 0 ? presenterProfile : haip,
    })

    expect({ settings, failed: listFailed(seen), is: concludeTest(seen) }).toEqual({
      ...{ settings, failed: [], is: 'passed' },
    })
  })

  it.each(['two', 'optional', 'mdoc', 'jwt', 'plain-jwt'])('pass whatever they are asked for: %s', async (query) => {
    const seen = await ask(`~query.${query}`, { hasDcApi: true })

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  describe.each([
    ['by what they send', presenter.inMessages, {}],
    ['by what they send in other formats', presenter.inFormats, {}],
    ['by what they return to a page', presenter.inApi, { hasDcApi: true }],
    ['by probes', presenter.byProbes, { hasProbes: true }],
    ['by probes of a page', presenter.byApiProbes, { hasProbes: true, hasDcApi: true }],
    ['by their servers', presenter.byTls, { hasProbes: true, hasTls: true }],
    ['by HAIP 1.0', presenter.byHaip, { profile: haip }],
    ['by HAIP 1.0 over TLS', presenter.byHaipTls, { profile: haip, hasTls: true }],
    ['by what they return to a page of HAIP 1.0', presenter.byHaipApi, { profile: haip, hasDcApi: true }],
    ['by probes of HAIP 1.0', presenter.byHaipProbes, { profile: haip, hasProbes: true }],
  ] as const)('are found %s, and by nothing else that is probed', (_, some, way) => {
    it.each(some)('%s', async (plan, ...rows) => {
      const list = async (selection: Selection) => listFailed(await ask(plan, { ...way, selection }))
      expect(await listShown(plan, rows, list)).toEqual(rows)
    })
  })
})
