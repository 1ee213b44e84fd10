import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
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

/** The flags that change what a test does, of every role. */
const ofEveryRole = ['ca', 'fault', 'variant', 'probes', 'patience', 'now', 'only', 'skip', 'strict', 'gate'] as const

/** Flags whose values may be files. */
const files: ReadonlySet<string> = new Set([
  ...['jwks', 'anchors', 'attestation-key', 'ca', 'credential', 'holder-key', 'query'],
])

/** The flags of a test with their values; paths lead to the same files from any folder. */
export const listTestFlags = (args: Arguments): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...Object.values(flagsOf).flat(), ...ofEveryRole].flatMap((flag) => {
      const find = (text: string): string => (files.has(flag) && existsSync(text) ? resolve(text) : text)
      return args.has(flag) ? [[flag, args.texts(flag).map(find)]] : []
    }),
  )

/** The arguments with these flags. */
export const makeArguments = (flags: Readonly<Record<string, readonly string[]>>): Arguments => ({
  positionals: [],
  has: (flag) => Object.hasOwn(flags, flag),
  text: (flag) => (Object.hasOwn(flags, flag) ? flags[flag]?.at(-1) : undefined),
  texts: (flag) => (Object.hasOwn(flags, flag) ? (flags[flag] ?? []) : []),
})

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
