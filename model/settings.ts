import type { JsonObject } from '../protocol/encoding/json.ts'
import type { Profile } from './decision.ts'
import type { Gate } from './gate.ts'
import type { ResponderKey, TargetRole } from './role.ts'
import type { Shard } from './run-report.ts'
import type { Endpoint, HeaderFields } from './wire.ts'

/** Changes to the calls of one endpoint of a target. Texts may hold placeholders, such as `{code}` and `{uid}`. */
export interface RequestShape {
  /** Header fields to add; an empty text removes one. */
  readonly headers?: HeaderFields
  /** Query parameters to add. */
  readonly query?: HeaderFields
  /** Members to add to a JSON body, of which `null` removes one; or a text that is the whole body. */
  readonly body?: JsonObject | string
  /** Where the response has a member that Assay reads: our name of it, and a JSON pointer. */
  readonly answer?: HeaderFields
}

/** Paths of PEM files. */
export interface ClientTls {
  /** Authorities that are trusted beside those of the system. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
}

/** An implementation under test, and how it is reached. */
export interface Target {
  readonly url: string
  readonly headers?: HeaderFields
  readonly requests?: { readonly [E in Endpoint]?: RequestShape }
  readonly tls?: ClientTls
  /** The address of a proxy; without it, that of the environment. */
  readonly proxy?: string
  /** Seconds until a call times out. */
  readonly timeout?: number
  /** The highest number of calls in a second. */
  readonly rate?: number
  readonly http2?: boolean
  /** Whether a URL in a message of the target may lead to a private address. */
  readonly allowPrivate?: boolean
  /** The public key of an issuer for requests, from a ceremony: a JWK or a JWK Set. */
  readonly requestKey?: JsonObject
}

/** What Assay asks the side of a target for in the middle of a run. */
export type HookName = 'status.set' | 'keys.rotate'

/** How a hook is called: the URL that takes its values, `command:…`, or `module:…`. */
export interface Hook {
  readonly url: string
  readonly method?: string
  readonly headers?: HeaderFields
}

/** A person and an app that the issuer knows. */
export interface Account {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
}

/** PEM files of a certificate and its key. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/** Where reference actors listen for targets that call them. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  /** Whether every session has this address, and not a path below it. */
  readonly oneAddress?: boolean
  /** TLS with a certificate that is made for the run, or with the one in these files. */
  readonly tls?: true | ServerCertificate
  /** The file for the authority of the made certificate, which callers have to trust. */
  readonly writeCa?: string
}

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
