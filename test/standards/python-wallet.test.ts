import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concludeTest, listFailed as listAllFailed, listDoubtful, type Seen } from '../../src/harness/seen.ts'
import { walletProfile as haip } from '../../suites/haip/harness/wallet-profile.ts'
import { walletProfile } from '../../suites/openid4vci/harness/wallet/profile.ts'
import { tryWallet } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import type { WalletProfile } from '../../suites/openid4vci/harness/wallet/wallet-profile.ts'
import { whyNoPython } from '../python.ts'
import { sample } from '../sample.ts'
import { byCodes, byProbes, inMessages } from './python/wallet.ts'
import { inAnyMessage, inAttestations, inEncryption } from './python/wallet-messages.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** Recommendations that these wallets do not always follow: tests do not wait, and `Accept` is drawn. */
const ignored = ['VCIWALLET-ACCEPT', 'VCIWALLET-INTERVAL']
const listFailed = (seen: Seen): readonly string[] => listAllFailed(seen).filter((id) => !ignored.includes(id))

/** The providers of these wallets are known to none: who signed an attestation stays open. */
const unknownProvider: readonly string[] = ['VCIATT-JWS-SIGNED', 'VCICLIENT-JWS-SIGNED']

const seed = 3
const count = 2

describe.skipIf(noPython !== undefined)(`wallets in Python that share no code${reason}`, () => {
  const script = resolve(import.meta.dirname, 'openid4vci/wallet.py')
  const child = spawn('python3', ['-B', script, '--draws', String(seed), String(count)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: { readonly address: string; readonly draws: readonly string[] }
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  const ask = (wallet: string, hasProbes: boolean, profile: WalletProfile = walletProfile): Promise<Seen> =>
    tryWallet({
      profile,
      wallet,
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 0.1 },
      hasProbes,
      options: {},
      show: async () => undefined,
      announce: () => {},
    })

  it('pass by lines, as the guide says', async () => {
    const seen = await ask(`command:python3 -B ${script} keys.2`, false)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      failed: [],
      doubtful: [],
      is: 'passed',
    })
  })

  it.each(
    sample(
      Array.from({ length: count }, (_, i) => i),
      4,
    ),
  )('pass under any settings: draw %i', async (index) => {
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

  it.each(sample([...inMessages, ...inAnyMessage], 4))(
    'are found by what they send, and by nothing else: %s',
    async (plan, ...rows) => {
      expect(listFailed(await ask(`${start.address}/mistake.${plan}`, false))).toEqual(rows)
    },
  )

  it.each(sample(byCodes, 4))('are found where they need codes, and by nothing else: %s', async (plan, ...rows) => {
    const seen = await ask(`${start.address}/${plan}`, true, haip)

    expect(listFailed(seen)).toEqual(rows)
    const isOpen = listDoubtful(seen).some((id) => unknownProvider.includes(id))
    expect(concludeTest(seen)).toBe(rows.length > 0 ? 'failed' : isOpen ? 'inconclusive' : 'passed')
  })

  it.each(sample(inAttestations, 4))('are found by what HAIP 1.0 has them send: %s', async (plan, ...rows) => {
    expect(listFailed(await ask(`${start.address}/mistake.${plan}`, true, haip))).toEqual(rows)
  })

  it.each(sample([...byProbes, ...inEncryption], 4))(
    'are found by probes, and by nothing else: %s',
    async (plan, ...rows) => {
      expect(listFailed(await ask(`${start.address}/mistake.${plan}`, true))).toEqual(rows)
    },
  )
})
