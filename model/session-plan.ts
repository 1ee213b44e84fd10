import { splitTargetWords, type TransportErrorKind } from './wire.ts'

/** One session of a run: what happens in it, and why. */
export interface PlannedSession {
  readonly session: string
  readonly purpose: string
  /** The index of the account that shares. */
  readonly account: number
  readonly offer: 'value' | 'reference'
  /** The kind of key that the wallet wants its response encrypted to. */
  readonly responseKey: 'RSA' | 'EC'
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
    purpose: 'a valid exchange, after everything else',
    account: 0,
    offer: 'reference',
    responseKey: 'RSA',
  },
]

/** The sessions in which a target went no further and said why. */
export const listExplained = (
  endings: readonly { readonly session: string; readonly reason?: string }[],
): ReadonlySet<string> =>
  new Set(endings.filter(({ reason = '' }) => splitTargetWords(reason)[1] !== '').map(({ session }) => session))

/** How a session ended. */
export interface SessionEnd {
  readonly planned: PlannedSession
  readonly ended: 'completed' | 'stopped' | 'unavailable'
  readonly reason?: string
  readonly transportError?: TransportErrorKind
  /** The settings that are probably wrong. */
  readonly settings?: readonly string[]
}
