import { nameWallet, readChange, readWalletSetting } from '../../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../../src/harness/tester.ts'
import { findChange } from '../../../kit/reference-profile.ts'
import { walletProfile } from './profile.ts'
import { createShow } from './show-offer.ts'
import { tryWallet } from './try-wallet.ts'
import type { WalletProfile } from './wallet-profile.ts'

/** Plays an issuer against a wallet. */
export async function tryWalletByArguments(
  { args, terminal, options }: TestInput,
  profile: WalletProfile = walletProfile,
): Promise<Tested> {
  const change = readChange(args, { role: 'wallet', flag: 'wallet' }, findChange(profile.reference))
  const setting = await readWalletSetting(args, terminal)
  const seen = await tryWallet({
    ...setting,
    hasCertificate: args.has('x5c'),
    isMdoc: args.has('mdoc'),
    options,
    show: createShow(terminal),
    ...(change && { change }),
    profile,
  })
  return { seen, target: nameWallet(setting.wallet) }
}
