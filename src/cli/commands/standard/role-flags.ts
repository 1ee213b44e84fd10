import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { flagsOf, ofObtainers, ofPresenters } from '../../../config/role-flags.ts'
import type { TestedRole } from '../../../config/tested-roles.ts'
import { isPresenterTested } from '../../../harness/presents.ts'
import type { Arguments } from '../../../terminal/arguments.ts'

/** The flags that change what a test does, of every role. */
const ofEveryRole = ['ca', 'fault', 'variant', 'probes', 'patience', 'now', 'only', 'skip', 'strict', 'gate'] as const

/** Flags whose values may be files. */
const files: ReadonlySet<string> = new Set([
  ...['jwks', 'anchors', 'attestation-key', 'ca', 'credential', 'holder-key', 'query', 'transaction-data'],
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
