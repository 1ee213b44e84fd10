import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listDoubtful, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { haipWallets } from '../../suites/haip/harness/parties.ts'
import { walletProfile } from '../../suites/haip/harness/wallet-profile.ts'
import { issuanceRequirements } from '../../suites/haip/requirements.ts'
import { haipWalletFaults, haipWalletVariants } from '../../suites/haip/wallets.ts'
import { tryWallet, type WalletQuestion } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import { combine, set } from '../../suites/openid4vci/wallet/faults.ts'
import { sampleTime, toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { testAuthority } from '../../suites/sd-jwt/test-authority.ts'
import { assayCommand } from '../assay-command.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'

const usual: WalletQuestion = {
  profile: walletProfile,
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  hasProbes: true,
  options: { now: sampleTime },
  show: async () => undefined,
  announce: () => {},
}

describe('the reference wallet of HAIP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryWallet(usual)

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryWallet({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a wallet of HAIP with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(haipWalletFaults.map(({ breaks }) => breaks.id))
    const played = issuanceRequirements.filter(({ seen, binds }) => 'exchange' in seen && binds === 'wallet')

    expect(played.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(haipWalletFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(haipWallets, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('haip-1.0', haipWallets, 'issuance')

describe('an unusual wallet of HAIP', () => {
  it.each(haipWalletVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(haipWalletVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a wallet of HAIP in another process', () => {
  const serve = (flags: string): string =>
    `command:${process.execPath} ${assayCommand} serve openid4vci-wallet --stdio ${flags}`

  it('passes', async () => {
    const wallet = serve('--variant HAIP/a-wallet-is-a-wallet-of-this-profile')
    const anchors = [new X509Certificate(testAuthority).toString()]
    const report = await tryWallet({ ...usual, wallet, options: { anchors } })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const wallet = serve('--fault HAIPWALLET-ISS/a-wallet-does-not-look-at-iss')

    expect(listFailed(await tryWallet({ ...usual, wallet, options: {} }))).toEqual(['HAIPWALLET-ISS'])
  })
})

describe('a wallet that says too little', () => {
  it.each(['redirect_uri', 'client_id', 'state', 'response_type'])(
    'ends the test in time: it has no `%s`',
    async (name) => {
      const change = set({ authorization: ({ [name]: _, ...form }) => form })
      const report = await tryWallet({ ...usual, change })

      expect(concludeTest(report)).not.toBe('passed')
    },
  )
})

describe('a wallet whose attestation has no key', () => {
  it('fails for that alone: the keys of its provider say nothing about the proof', async () => {
    const change = combine(walletProfile.reference.change, set({ clientClaims: ({ cnf: _, ...claims }) => claims }))
    const jwks = { keys: [{ ...toPublic(keys.other), kid: 'wallet-provider' }] }
    const report = await tryWallet({ ...usual, hasProbes: false, change, options: { now: sampleTime, jwks } })

    expect(listFailed(report).filter((id) => id.startsWith('VCI'))).toEqual(['VCIWALLET-CLIENT-ATTESTATION'])
    expect(listDoubtful(report)).toContain('VCICLIENT-POP-JWS-SIGNED')
  })
})

describe('a wallet of OpenID4VCI', () => {
  it('fails HAIP where its attestations have no certificates', async () => {
    expect(listFailed(await tryWallet({ ...usual, change: (steps) => steps }))).toEqual([
      'HAIPVCI-KEY-X5C',
      'HAIPWALLET-X5C',
    ])
  })
})
