import type { Decide } from '../../../model/decision.ts'
import type { StateStore } from '../../../model/state-store.ts'
import { TRANSITIONS } from '../status/decisions.ts'

/** The statuses of a credential (section 3). */
export const statuses = ['active', 'suspended', 'revoked'] as const
export type CredentialStatus = (typeof statuses)[number]

/** The issued credentials, and the decisions about their status. */
export interface IssuedCredentials {
  readonly state: StateStore
  readonly decide: Decide
}

/** The result of a change. */
export type StatusChange = 'changed' | 'unknown' | 'final'

/** Changes the status of an issued credential. */
export function changeStatus(id: string, status: CredentialStatus, { state, decide }: IssuedCredentials): StatusChange {
  const key = `issued/${id}`
  const entry = state.get(key)
  if (!entry) return 'unknown'
  if (entry.status === 'revoked' && status !== 'revoked' && decide(TRANSITIONS) !== 'any') return 'final'
  state.set(key, { ...entry, status })
  return 'changed'
}
