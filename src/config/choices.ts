import type { TargetRole } from '../../model/role.ts'
import type { Settings } from '../../model/settings.ts'
import type { Listening, ServerCertificate, Target } from '../../model/target.ts'

/** Settings that one source gives: checked, and in one form whatever the source. */
export interface ConfigChoices extends Partial<Omit<Settings, 'decisions' | 'addresses' | 'targets' | 'listen'>> {
  readonly decisions?: Readonly<Record<string, string>>
  readonly targets?: { readonly [R in TargetRole]?: Partial<Target> }
  readonly listen?: Partial<Omit<Listening, 'tls'>> & { readonly tls?: boolean | Partial<ServerCertificate> }
}

/** The kinds of sources; of several, the first one wins. */
export const settingOrigins = ['flag', 'environment', 'file', 'default'] as const
export type SettingOrigin = (typeof settingOrigins)[number]

/** The settings of one source. */
export interface ConfigLayer {
  readonly origin: SettingOrigin
  /** The name of the source: a flag, a variable, a file. */
  readonly by: string
  readonly choices: ConfigChoices
  /** Keys whose values come from the environment: they may be secrets. */
  readonly filled?: readonly string[]
}

/** The place of a value in a configuration. */
export type ConfigPath = readonly (string | number)[]

/** Formats a place as people write it, such as `accounts[0].uid`. */
export const formatPath = (path: ConfigPath): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`)).join('')
