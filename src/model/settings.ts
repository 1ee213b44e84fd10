import type { JsonObject } from '../protocol/json.ts'
import type { Preset } from './decision.ts'
import type { Shard } from './run-report.ts'
import type { Endpoint, Fields } from './wire.ts'

/** The roles that can be played by somebody else, as they are written in a configuration and on the command line. */
export const targetRoles = ['issuer', 'status-service', 'wallet-backend', 'verifier', 'wallet', 'identity-app'] as const
export type TargetRole = (typeof targetRoles)[number]

/** How the calls to one endpoint of a target are shaped. Texts may hold placeholders, such as `{code}` and `{uid}`. */
export interface Shape {
  /** Header fields that are added; an empty text takes one away. */
  readonly headers?: Fields
  /** Query parameters that are added. */
  readonly query?: Fields
  /** Members that are added to a JSON body; `null` takes one away. */
  readonly body?: JsonObject
  /** Where a member that we look for stands in the answer: our name of it, and a JSON pointer into theirs. */
  readonly answer?: Fields
}

/** Certificates, as paths of PEM files. */
export interface Certificates {
  /** Authorities that are trusted beside those of the system. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
}

/** An implementation under test, and how it is reached. */
export interface Target {
  readonly url: string
  readonly headers?: Fields
  readonly requests?: { readonly [E in Endpoint]?: Shape }
  readonly tls?: Certificates
  /** The address of a proxy; without it, that of the environment. */
  readonly proxy?: string
  /** Seconds until a call is given up. */
  readonly timeout?: number
  /** Calls a second, at most. */
  readonly rate?: number
  readonly http2?: boolean
  /** Whether a message of the target may point to a private address. */
  readonly allowPrivate?: boolean
}

/** For whom a credential is asked: a person and an app that the issuer knows. */
export interface Account {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
}

/** PEM files of a certificate and its key. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** Where reference actors listen, for targets that call them. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  /** Whether it speaks TLS: with a certificate that is made for the run, or with one of one's own. */
  readonly tls?: true | CertificateFiles
  /** The file that the authority of the made certificate is written to, for callers to trust. */
  readonly writeCa?: string
}

/** Everything that a run was told, after flags, environment, file and defaults were put together. */
export interface Settings {
  readonly profile: Preset
  /** Answers to decisions, by their keys. */
  readonly given: Readonly<Record<string, string>>
  readonly targets: { readonly [R in TargetRole]?: Target }
  /** Base addresses of the reference actors; the defaults are names that lead nowhere. */
  readonly addresses: Readonly<Record<'issuer' | 'status-service' | 'wallet-backend' | 'verifier', string>>
  /** Where reference actors listen, if a target has to reach them. */
  readonly listen?: Listening
  readonly accounts: readonly Account[]
  /** Patterns of requirement ids, with `*`. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** The share of them that this run judges, if others judge the rest. */
  readonly shard?: Shard
  readonly seed: string
  /** Seconds since 1970; absent for the clock. */
  readonly now?: number
  /** The folder that the run is written to. */
  readonly out: string
  readonly keepPrivate: boolean
  /** A PEM file of certificates at which the chains of devices may end, beside that of the reference cast. */
  readonly anchors?: string
  /** Forms of the report that are written beside `report.json`, by their names. */
  readonly formats?: readonly string[]
  readonly strict: boolean
  /** What is tested, for the report. */
  readonly subject: { readonly vendor?: string; readonly product?: string; readonly version?: string }
  /** Seconds that the whole run may take. */
  readonly deadline: number
}
