import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { isPresenterTested } from '../../../../suites/haip/harness/presents.ts'
import type { TestedRole } from '../../../config/tested-roles.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import { obtainerFlags, presenterFlags, walletFlags } from './wallet-flags.ts'

const ofIssuers = ['offer', 'tx-code', 'client-id', 'grant', 'authorize', 'redirect-uri', 'attestation-key', 'jwks']
const ofVerifiers = ['request', 'result', 'credential', 'holder-key', 'issuer', 'status-list']
const ofServers = ['host', 'port', 'public-url', 'tls', 'tls-cert', 'tls-key', 'write-ca']
const ofBoth = ['allow-private', 'anchors', 'write-trust']

/** What a wallet has to present, and by whom it was issued. */
const ofPresenters = [...Object.keys(presenterFlags), 'jwks', 'anchors']
const ofObtainers = Object.keys(obtainerFlags)

/** The flags that are not for every role. */
const flagsOf = {
  issuer: [...ofIssuers, ...ofBoth],
  wallet: [...Object.keys(walletFlags), ...ofPresenters, ...ofObtainers, 'write-trust'],
  verifier: [...ofVerifiers, ...ofServers, ...ofBoth],
  holder: ['holder'],
} as const satisfies Readonly<Record<TestedRole, readonly string[]>>

/** Refuses flags of another role: without effect, they would leave the reference actor to be tested, and to pass. */
export function refuseForeignFlags(role: TestedRole, args: Arguments): void {
  const own = new Set<string>(flagsOf[role])
  for (const [other, flags] of Object.entries(flagsOf)) {
    const foreign = flags.find((flag) => !own.has(flag) && args.has(flag))
    if (foreign !== undefined)
      throw new HarnessError(
        'ERR_USAGE',
        `--${foreign} is for \`assay test ${other}\`, and does nothing for \`${role}\``,
      )
  }
}

/** Refuses what a wallet has no use for that is tested by what it presents, or by what it obtains. */
export function refuseOtherWalletFlags(args: Arguments, profile: StandardProfile): void {
  const isPresenter = isPresenterTested(profile, args)
  const foreign = (isPresenter ? ofObtainers : ofPresenters).find((flag) => args.has(flag))
  if (foreign === undefined) return
  const others = isPresenter
    ? 'are issued credentials: `assay test wallet --profile openid4vci-1.0`'
    : 'present: `assay test wallet --profile openid4vp-1.0`, or `--profile haip-1.0 --presents`'
  throw new HarnessError('ERR_USAGE', `--${foreign} is for wallets that ${others}`)
}
