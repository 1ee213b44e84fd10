import type { CertificateFiles, Listening, Settings, Target, TargetRole } from '../../model/settings.ts'

/** What was chosen for a run, as far as it was chosen; checked, and in one form wherever it comes from. */
export interface Choices extends Partial<Omit<Settings, 'given' | 'addresses' | 'targets' | 'listen'>> {
  readonly decisions?: Readonly<Record<string, string>>
  readonly targets?: { readonly [R in TargetRole]?: Partial<Target> }
  readonly listen?: Partial<Omit<Listening, 'tls'>> & { readonly tls?: boolean | Partial<CertificateFiles> }
}

/** Where choices can come from; the first one wins. */
export const origins = ['flag', 'environment', 'file', 'default'] as const
export type Origin = (typeof origins)[number]

/** What one place says. */
export interface Layer {
  readonly origin: Origin
  /** The place by its name: a flag, a variable, a file. */
  readonly by: string
  readonly choices: Choices
  /** Keys whose values came out of the environment, and may be secrets. */
  readonly filled?: readonly string[]
}

/** Where something stands in a configuration. */
export type Path = readonly (string | number)[]

/** A place as a person writes it, such as `accounts[0].uid`. */
export const nameOf = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`)).join('')
