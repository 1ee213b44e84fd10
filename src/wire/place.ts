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
  /** How the settings call the target, such as `targets.issuer`. */
  readonly setting: string
}

/** The words for a call to a target. */
export const placeOf = ({ method }: Asked, url: URL, role: TargetRole | undefined): Place => ({
  line: `${method} ${`${url.origin}${url.pathname}`.slice(0, caps.told)}`,
  host: url.host,
  secure: url.protocol === 'https:',
  setting: settingOf(role),
})

/** How the settings call a target. */
export const settingOf = (role: TargetRole | undefined): string => `targets.${role ?? '<role>'}`
