import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../src/files/tls.ts'
import { concludeTest, listFailed as listAllFailed, listDoubtful, type Seen } from '../../src/harness/seen.ts'
import type { ServedPlace } from '../../src/harness/tape/serve-place.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { walletProfile as haip } from '../../suites/haip/harness/wallet-profile.ts'
import { walletProfile } from '../../suites/openid4vci/harness/wallet/profile.ts'
import { tryWallet } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import type { WalletProfile } from '../../suites/openid4vci/harness/wallet/wallet-profile.ts'
import { testAuthority } from '../../suites/sd-jwt/test-authority.ts'
import { whyNoPython } from '../python.ts'
import { everything, listShown } from './few-probes.ts'
import { byCodes, byProbes, inMessages, published, unwise, unwiseByHaip } from './python/wallet.ts'
import { inAnyMessage, inAttestations, inEncryption } from './python/wallet-messages.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** Recommendations that these wallets do not always follow: tests do not wait, and `Accept` is drawn. */
const ignored = ['VCIWALLET-ACCEPT', 'VCIWALLET-INTERVAL']
const listFailed = (seen: Seen, rows: readonly string[] = []): readonly string[] =>
  listAllFailed(seen).filter((id) => rows.includes(id) || !ignored.includes(id))

/** The providers of these wallets are known to none: who signed an attestation stays open. */
const unknownProvider: readonly string[] = ['VCIATT-JWS-SIGNED', 'VCICLIENT-JWS-SIGNED']

const seed = 3
const count = 2

/** What is about documents that a wallet fetches. */
const ofPublished = ['VCIWALLET-KEYS*', 'VCIWALLET-TYPE-*', 'VCIWALLET-PLAIN', 'VCIWALLET-REFUSES-TLS']

describe.skipIf(noPython !== undefined)(`wallets in Python that share no code${reason}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const tls = await makeServerTls(['127.0.0.1'])
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, tls.authority)
  const signers = join(folder, 'signers.pem')
  writeFileSync(signers, new X509Certificate(testAuthority).toString())
  const script = resolve(import.meta.dirname, 'openid4vci/wallet.py')
  const child = spawn('python3', ['-B', script, '--draws', String(seed), String(count), authority, signers], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: { readonly address: string; readonly draws: readonly string[] }
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => {
    child.stdin.end()
    rmSync(folder, { recursive: true })
  })

  const place: ServedPlace = { host: '127.0.0.1', port: 0 }
  const usual = {
    ...{ place, patience: { before: 5, after: 0.1 }, hasProbes: true, options: {} },
    ...{ show: async () => undefined, announce: () => {} },
  }
  const ask = (
    wallet: string,
    hasProbes: boolean,
    profile: WalletProfile = walletProfile,
    selection = everything,
  ): Promise<Seen> =>
    tryWallet({ ...usual, profile, wallet: wallet.replace('#', '%23'), hasProbes, options: { selection } })

  /** The same of wallets that obtain credentials over TLS, as to what they fetch to validate them. */
  const askPublished = (plan: string): Promise<Seen> =>
    tryWallet({
      ...usual,
      wallet: `${start.address}/${plan}`,
      place: { ...place, tls: tls.encryption, faulty: tls.faulty },
      options: { selection: { only: ofPublished, skip: [] } },
    })

  it('pass by lines, as the guide says', async () => {
    const seen = await ask(`command:python3 -B ${script} keys.2`, false)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      failed: [],
      doubtful: [],
      is: 'passed',
    })
  })

  it.each(Array.from({ length: count }, (_, i) => i))('pass under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(`${start.address}/${plan}`, true)
    const doubtful = [...new Set(listDoubtful(seen))]

    expect({ plan, failed: listFailed(seen), is: concludeTest(seen) }).toEqual({
      plan,
      failed: [],
      is: doubtful.length > 0 ? 'inconclusive' : 'passed',
    })
    expect(doubtful.filter((id) => !unknownProvider.includes(id))).toEqual([])
  })

  it.each([...inMessages, ...inAnyMessage])(
    'are found by what they send, and by nothing else: %s',
    async (plan, ...rows) => {
      expect(listFailed(await ask(`${start.address}/mistake.${plan}`, false))).toEqual(rows)
    },
  )

  it.each([
    ...unwise.map((mistake) => ({ mistake, profile: walletProfile })),
    ...unwiseByHaip.map((mistake) => ({ mistake, profile: haip })),
  ])(
    'are found by a recommendation, and by nothing else that is probed: $mistake',
    async ({ mistake: [plan, ...rows], profile }) => {
      const list = async (selection: Selection) =>
        listFailed(await ask(`${start.address}/${plan}`, true, profile, selection), rows)
      expect(await listShown(plan, rows, list)).toEqual(rows)
    },
  )

  it('pass where they fetch what validates a credential', async () => {
    const seen = await askPublished('')
    const held = seen.trials.filter(({ outcome }) => outcome === 'held').map(({ row }) => row.id)

    expect({
      failed: listFailed(seen),
      doubtful: seen.trials.filter(({ outcome }) => outcome === 'inconclusive'),
    }).toEqual({ failed: [], doubtful: [] })
    expect(held).toEqual(
      expect.arrayContaining(published.flatMap(([, row]) => (/-KEYS-(?:ASKED|LOOP)/.test(row ?? '') ? [] : row))),
    )
  })

  it.each(published)(
    'are found by what they make of what is published, and by nothing else: %s',
    async (mistake, ...rows) => {
      expect(listFailed(await askPublished(`mistake.${mistake}`))).toEqual(rows)
    },
  )

  it.each(byCodes)('are found where they need codes, and by nothing else: %s', async (plan, ...rows) => {
    const seen = await ask(`${start.address}/${plan}`, true, haip)

    expect(listFailed(seen)).toEqual(rows)
    const isOpen = listDoubtful(seen).some((id) => unknownProvider.includes(id))
    expect(concludeTest(seen)).toBe(rows.length > 0 ? 'failed' : isOpen ? 'inconclusive' : 'passed')
  })

  it.each(inAttestations)('are found by what HAIP 1.0 has them send: %s', async (plan, ...rows) => {
    expect(listFailed(await ask(`${start.address}/mistake.${plan}`, true, haip))).toEqual(rows)
  })

  it.each([...byProbes, ...inEncryption])(
    'are found by probes, and by nothing else that is probed: %s',
    async (plan, ...rows) => {
      const list = async (selection: Selection) =>
        listFailed(await ask(`${start.address}/mistake.${plan}`, true, walletProfile, selection))
      expect(await listShown(plan, rows, list)).toEqual(rows)
    },
  )
})
