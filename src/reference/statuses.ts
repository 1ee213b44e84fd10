import type { Decide } from '../../model/decision.ts'
import type { StateStore } from '../../model/state-store.ts'
import { TRANSITIONS } from '../../suites/status/decisions.ts'

/** What a credential can be (section 3). */
export const statuses = ['active', 'suspended', 'revoked'] as const
export type CredentialStatus = (typeof statuses)[number]

/** What changing a status takes. */
export interface IssuedCredentials {
  readonly ledger: StateStore
  readonly decide: Decide
}

/** What became of a change. */
export type StatusChange = 'changed' | 'unknown' | 'final'

/** Changes the status of a credential that was issued. */
export function changeStatus(
  id: string,
  status: CredentialStatus,
  { ledger: state, decide }: IssuedCredentials,
): StatusChange {
  const key = `issued/${id}`
  const entry = state.get(key)
  if (!entry) return 'unknown'
  if (entry.status === 'revoked' && status !== 'revoked' && decide(TRANSITIONS) !== 'any') return 'final'
  state.set(key, { ...entry, status })
  return 'changed'
}
