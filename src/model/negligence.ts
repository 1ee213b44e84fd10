import type { Requirement, Role } from './requirement.ts'

/** Why nothing shows that a judge neglects a validation. */
export interface Excuse {
  readonly judge: Role
  readonly requirement: Requirement
  readonly reason: string
}
