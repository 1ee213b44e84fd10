import { type WalletFault, type WalletMutation, walletFaults } from '../../../suites/openid4vci/wallet/faults.ts'
import { type WalletVariant, walletVariants } from '../../../suites/openid4vci/wallet/variants.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import { addPlayed } from '../issuer/prove-issuers.ts'
import type { SampleTrial, StandardProof } from '../prove-standard.ts'
import { listDoubtful, listFailed, type Seen } from '../tested/seen.ts'
import { tryWallet } from './try-wallet.ts'

/** Adds wallets with one fault, and unusual ones, each played with all probes. */
export async function proveWallets(proof: StandardProof): Promise<StandardProof> {
  const faults: SampleTrial[] = []
  for (const fault of walletFaults) faults.push(await tryWalletFault(fault))
  const variants: SampleTrial[] = []
  for (const variant of walletVariants) variants.push(await tryWalletVariant(variant))
  return addPlayed(proof, { faults, variants, role: 'wallet' })
}

export async function tryWalletFault(fault: WalletFault): Promise<SampleTrial> {
  const { id, description, breaks, alsoBreaks, change } = fault
  const expected = [breaks, ...alsoBreaks].map((row) => row.id).toSorted()
  const failed = listFailed(await play(change))
  return { id, description, section: breaks.section, expected, failed, doubtful: [] }
}

export async function tryWalletVariant({ id, description, change }: WalletVariant): Promise<SampleTrial> {
  const report = await play(change)
  return { id, description, section: '', expected: [], failed: listFailed(report), doubtful: listDoubtful(report) }
}

const play = (change: WalletMutation): Promise<Seen> =>
  tryWallet({
    place: { host: '127.0.0.1', port: 0 },
    patience: { before: 5, after: 2 },
    hasProbes: true,
    options: { now: sampleTime },
    change,
    show: async () => undefined,
    announce: () => {},
  })
