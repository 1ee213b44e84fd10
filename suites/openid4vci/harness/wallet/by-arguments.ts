import { nameWallet, readChange, readWalletSetting } from '../../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../../src/harness/tester.ts'
import { findWalletChange } from '../reference-wallet.ts'
import { walletProfiles } from './issuer-session.ts'
import { createShow } from './show-offer.ts'
import { tryWallet } from './try-wallet.ts'

/** Plays an issuer against a wallet. */
export async function tryWalletByArguments({ args, terminal, profile: wanted, options }: TestInput): Promise<Tested> {
  const change = readChange(args, { role: 'wallet', flag: 'wallet' }, findWalletChange)
  const profile = walletProfiles.find((each) => each === wanted)
  const setting = await readWalletSetting(args, terminal)
  const seen = await tryWallet({
    ...setting,
    hasCertificate: args.has('x5c'),
    options,
    show: createShow(terminal),
    ...(change && { change }),
    ...(profile && { profile }),
  })
  return { seen, target: nameWallet(setting.wallet) }
}
