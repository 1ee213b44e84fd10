/**
 * The roles of the exchange, in the order of the flow. Each has three spellings: `status service` in sentences and
 * reports, `status-service` in configurations, flags and file names, `statusService` as a member of a record.
 */
export const actorRoles = [
  'issuer',
  'status service',
  'credential manager',
  'wallet',
  'identity app',
  'wallet backend',
  'verifier',
] as const
export type ActorRole = (typeof actorRoles)[number]

/** Every role that a requirement binds; `everyone` is all of them. */
export const roles = [
  'issuer',
  'wallet',
  'wallet backend',
  'identity app',
  'credential manager',
  'status service',
  'verifier',
  'everyone',
] as const satisfies readonly (ActorRole | 'everyone')[]
export type Role = (typeof roles)[number]

type Hyphenated<R extends string> = R extends `${infer First} ${infer Second}` ? `${First}-${Second}` : R
type CamelCased<R extends string> = R extends `${infer First} ${infer Second}` ? `${First}${Capitalize<Second>}` : R
type FromHyphenated<K extends string> = K extends `${infer First}-${infer Second}` ? `${First} ${Second}` : K

/** A role as configurations, flags and file names spell it. */
export type RoleKey = Hyphenated<ActorRole>
/** A role as a member of a record. */
export type RoleMember = CamelCased<ActorRole>

// The type assertions below rely on this: no role has more than two words.

export const toRoleKey = <R extends Role>(role: R): Hyphenated<R> => role.replace(' ', '-') as Hyphenated<R>

export const fromRoleKey = <K extends RoleKey>(key: K): FromHyphenated<K> => key.replace('-', ' ') as FromHyphenated<K>

export const toRoleMember = <R extends Role>(role: R): CamelCased<R> =>
  role.replace(/ (.)/, (_, letter: string) => letter.toUpperCase()) as CamelCased<R>

export const fromRoleMember = (member: RoleMember): ActorRole =>
  member.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`) as ActorRole

/** The roles that answer over HTTP. */
export const responderRoles = ['issuer', 'status service', 'wallet backend', 'verifier'] as const satisfies ActorRole[]
export type Responder = (typeof responderRoles)[number]

export const isResponder = (role: string): role is Responder => responderRoles.some((each) => each === role)

/** The same, as configurations spell them. */
export const responderKeys = responderRoles.map(toRoleKey) as readonly ResponderKey[]
export type ResponderKey = Hyphenated<Responder>

/** The roles that a target can have, as configurations spell them. */
export const targetRoles = [...responderKeys, 'wallet', 'identity-app'] as const
export type TargetRole = (typeof targetRoles)[number]
