import type { SessionEnd as AnySessionEnd, NamedSession } from '../../../model/session-end.ts'

/** One session of a run: what happens in it, and why. */
export interface PlannedSession extends NamedSession {
  /** The index of the account that shares. */
  readonly account: number
  readonly offer: 'value' | 'reference'
  /** The key that the wallet wants its response encrypted to: the last session has an RSA key that no other has. */
  readonly responseKey: 'RSA' | 'EC' | 'another RSA'
}

/** The valid sessions of every run: two before everything else, one after. */
export const sessionPlan: readonly PlannedSession[] = [
  {
    session: 'first',
    purpose: 'a valid exchange, before anything else: the offer by reference, the response for an RSA key',
    account: 0,
    offer: 'reference',
    responseKey: 'RSA',
  },
  {
    session: 'second',
    purpose: 'another holder: the offer by value, the response for an elliptic curve',
    account: 1,
    offer: 'value',
    responseKey: 'EC',
  },
  {
    session: 'last',
    purpose: 'a valid exchange, after everything else: the response for another RSA key',
    account: 0,
    offer: 'reference',
    responseKey: 'another RSA',
  },
]

/** How a session ended. */
export type SessionEnd = AnySessionEnd<PlannedSession>
