import type { Profile } from './decision.ts'
import type { Account } from './driver.ts'
import type { Gate } from './gate.ts'
import type { ResponderKey, TargetRole } from './role.ts'
import type { Shard } from './run-report.ts'
import type { Hook, Listening, Target } from './target.ts'

/** What Assay asks the side of a target for in the middle of a run. */
export type HookName = 'status.set' | 'keys.rotate'

/** The settings of a run, merged from flags, environment, file and defaults. */
export interface Settings {
  readonly profile: Profile
  /** Answers to decisions, by key. */
  readonly decisions: Readonly<Record<string, string>>
  readonly targets: { readonly [R in TargetRole]?: Target }
  /** What is printed in place of an address that was made with environment variables, by the address. */
  readonly shownAddresses?: Readonly<Record<string, string>>
  /** Base addresses of the reference actors. The defaults are names that do not resolve. */
  readonly addresses: Readonly<Record<ResponderKey, string>>
  /** Where reference actors listen, if a target has to reach them. */
  readonly listen?: Listening
  readonly accounts: readonly Account[]
  /** What the configuration says that the targets know or have: the accounts, the root of `writeRoot`, and `patience`. */
  readonly given?: readonly string[]
  /** Patterns of requirement ids, with `*`. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** The share of the requirements that this run judges, if other runs judge the rest. */
  readonly shard?: Shard
  /** Whether invalid messages are sent to reference actors, too. Targets always get them. */
  readonly probes?: boolean
  /** How many messages of each family of faults are sent, if given. */
  readonly members?: number
  /** How many probes are sent to the targets at a time, if given. */
  readonly concurrency?: number
  readonly seed: string
  /** Seconds since 1970; absent for the clock. */
  readonly now?: number
  /** The folder for the files of the run. */
  readonly out: string
  readonly keepPrivate: boolean
  /** How the side of the target is asked for changes. */
  readonly hooks?: { readonly [H in HookName]?: Hook }
  /** Whether devices, accounts and addresses that are not configured are drawn from the seed, so that no target knows them. */
  readonly incognito?: boolean
  /** The file for the root certificate of the devices of the reference wallet, which an issuer has to trust. */
  readonly writeRoot?: string
  /** A PEM file of further certificates at which the chains of devices may end. */
  readonly anchors?: string
  /** The formats that are written beside `report.json`. */
  readonly formats?: readonly string[]
  /** The documentation site that reports link to. */
  readonly docsUrl?: string
  readonly strict: boolean
  /** What has to pass. */
  readonly gate: Gate
  /** The product under test, for the report. */
  readonly subject: { readonly vendor?: string; readonly product?: string; readonly version?: string }
  /** Seconds to wait for what a driven target does after its driver answered. Absent where only what came until then counts. */
  readonly patience?: number
  /** The time limit of the whole run, in seconds. */
  readonly deadline: number
  /** The configuration file, relative to the folder of the command; absent where there is none below it. */
  readonly file?: string
}
