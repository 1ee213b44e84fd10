import type { Requirement } from './requirement.ts'
import type { Role } from './role.ts'

/** A validation whose absence no probe shows, and why. */
export interface ExcusedValidation {
  readonly receiver: Role
  readonly requirement: Requirement
  readonly reason: string
}
