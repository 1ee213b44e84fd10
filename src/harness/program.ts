/** One session of a play: what is done in it, and what for. */
export interface Episode {
  readonly session: string
  readonly why: string
  /** Which of the accounts shares; counted from 0. */
  readonly account: number
  readonly offer: 'value' | 'reference'
  /** Which family of keys the wallet wants its response encrypted to. */
  readonly responseKey: 'RSA' | 'EC'
}

/** What every run plays: honest sessions, the first of them before and the last of them after everything else. */
export const program: readonly Episode[] = [
  {
    session: 'first',
    why: 'an honest exchange, before anything else: the offer by reference, the response for an RSA key',
    account: 0,
    offer: 'reference',
    responseKey: 'RSA',
  },
  {
    session: 'second',
    why: 'another holder: the offer by value, the response for an elliptic curve',
    account: 1,
    offer: 'value',
    responseKey: 'EC',
  },
  {
    session: 'last',
    why: 'an honest exchange, after everything else',
    account: 0,
    offer: 'reference',
    responseKey: 'RSA',
  },
]
