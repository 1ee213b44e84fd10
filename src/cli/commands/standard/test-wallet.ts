import type { StandardProfile } from '../../../../model/decision.ts'
import { findWalletChange } from '../../../../suites/openid4vci/harness/reference-wallet.ts'
import { walletProfiles } from '../../../../suites/openid4vci/harness/wallet/issuer-session.ts'
import { createShow } from '../../../../suites/openid4vci/harness/wallet/show-offer.ts'
import { tryWallet } from '../../../../suites/openid4vci/harness/wallet/try-wallet.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import type { Tested } from './tested.ts'
import { nameWallet, readWalletChange, readWalletSetting } from './wallet-question.ts'

/** Plays an issuer against a wallet. */
export async function tryWalletByArguments(
  args: Arguments,
  terminal: Terminal,
  wanted: StandardProfile,
  options: TestOptions,
): Promise<Tested> {
  const change = readWalletChange(args, findWalletChange)
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
