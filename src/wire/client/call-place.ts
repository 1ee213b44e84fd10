import type { TargetRole } from '../../../model/role.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { caps } from './limits.ts'

/** Where a call goes, in the words that a message about it needs. */
export interface CallPlace {
  /** Method and URL, without what may be secret in it. */
  readonly label: string
  /** Host and port. */
  readonly host: string
  /** Whether the call goes by TLS. */
  readonly secure: boolean
  readonly nameSetting: SettingNames
}

/** What can be set of a target, by its key in a configuration. */
export type TargetKey = 'url' | 'proxy' | 'allowPrivate' | 'tls.ca' | 'tls.cert' | 'tls.key'

/** The name of a setting in the configuration, such as `targets.issuer.tls.ca`; nothing if it cannot be set. */
export type SettingNames = (key: TargetKey) => string | undefined

/** The words for a call to a target. */
export const describePlace = ({ method }: HttpRequest, url: URL, named: SettingNames): CallPlace => ({
  label: `${method} ${`${url.origin}${url.pathname}`.slice(0, caps.shownUrl)}`,
  host: url.host,
  secure: url.protocol === 'https:',
  nameSetting: named,
})

/** What the settings of a target are called in a configuration. */
export const nameInConfig =
  (role: TargetRole | undefined): SettingNames =>
  (key) =>
    `targets.${role ?? '<role>'}.${key}`

/** A part of a sentence with the name of a setting in it; none, where it has no name. */
export const withSettingName = (name: string | undefined, part: (name: string) => string): string =>
  name === undefined ? '' : part(name)
