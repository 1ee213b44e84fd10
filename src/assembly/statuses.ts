import { TRANSITIONS } from '../../suites/status/decisions.ts'
import type { Decide } from '../model/decision.ts'
import type { Ledger } from '../model/ledger.ts'

/** What a credential can be (section 3). */
export const statuses = ['active', 'suspended', 'revoked'] as const
export type Status = (typeof statuses)[number]

/** What changing a status takes. */
export interface Registry {
  readonly ledger: Ledger
  readonly decide: Decide
}

/** What became of a change. */
export type Change = 'changed' | 'unknown' | 'final'

/** Changes the status of a credential that was issued. */
export function changeStatus(id: string, status: Status, { ledger, decide }: Registry): Change {
  const key = `issued/${id}`
  const entry = ledger.get(key)
  if (!entry) return 'unknown'
  if (entry.status === 'revoked' && status !== 'revoked' && decide(TRANSITIONS) !== 'any') return 'final'
  ledger.set(key, { ...entry, status })
  return 'changed'
}
