import type { TargetRole } from '../model/settings.ts'
import type { Asked } from '../model/wire.ts'
import { caps } from './caps.ts'

/** Where a call goes, in the words that a message about it needs. */
export interface Place {
  /** Method and URL, without what may be secret in it. */
  readonly line: string
  /** Host and port. */
  readonly host: string
  /** Whether the call goes by TLS. */
  readonly secure: boolean
  readonly named: Naming
}

/** What can be set of a target, by its key in a configuration. */
export type Key = 'url' | 'proxy' | 'allowPrivate' | 'tls.ca' | 'tls.cert' | 'tls.key'

/** What a setting is called where somebody can set it, such as `targets.issuer.tls.ca`; nothing, where nobody can. */
export type Naming = (key: Key) => string | undefined

/** The words for a call to a target. */
export const placeOf = ({ method }: Asked, url: URL, named: Naming): Place => ({
  line: `${method} ${`${url.origin}${url.pathname}`.slice(0, caps.told)}`,
  host: url.host,
  secure: url.protocol === 'https:',
  named,
})

/** What the settings of a target are called in a configuration. */
export const inConfig =
  (role: TargetRole | undefined): Naming =>
  (key) =>
    `targets.${role ?? '<role>'}.${key}`

/** A part of a sentence with the name of a setting in it; none, where it has no name. */
export const naming = (name: string | undefined, part: (name: string) => string): string =>
  name === undefined ? '' : part(name)
