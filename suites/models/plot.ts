import type { Answer, Heard, Opened, Steps } from '../../src/model/probe.ts'
import type { Ending } from './exploring.ts'

/** What a request that was refused leaves behind, nobody says: it may be used up or not. */
type Use = 'fresh' | 'doubtful' | 'used'

/** Something that the issuer gave out. */
interface Given {
  readonly number: number
  readonly account: number
  /** When it was given: after how many messages. */
  readonly at: number
  use: Use
}

export interface Session extends Given, Opened {}

export interface Nonce extends Given {
  readonly nonce: string
}

/** How far a story is, and what the issuer has to know by now. */
export interface Plot {
  readonly steps: Steps
  readonly sessions: Session[]
  readonly nonces: Nonce[]
  /** Requests that were accepted. */
  readonly accepted: Heard[]
  readonly did: string[]
  messages: number
  aims: number
  isLost: boolean
  isExposed: boolean
  session?: string
}

export const plotOf = (steps: Steps): Plot => ({
  steps,
  sessions: [],
  nonces: [],
  accepted: [],
  did: [],
  messages: 0,
  aims: 0,
  isLost: false,
  isExposed: false,
})

export const endingOf = ({ aims, isLost, isExposed, did, session }: Plot): Ending => ({
  aims,
  isLost,
  isExposed,
  did,
  ...(session !== undefined && { session }),
})

/** Whether anything more can be told. */
export const isOver = ({ isLost, isExposed }: Plot): boolean => isLost || isExposed

const places = ['first', 'second'] as const

/** How an account is called in a story. */
export const accountNamed = (account: number): string => `the ${places[account] ?? 'other'} account`

/** An account that there is. */
const known = ({ steps }: Plot, account: number): number => account % steps.sessions.length

export async function open(plot: Plot, wanted: number): Promise<void> {
  const account = known(plot, wanted)
  const number = plot.sessions.length + 1
  plot.did.push(`opens session ${number} for ${accountNamed(account)}`)
  const opened = await plot.steps.open(account)
  const at = ++plot.messages
  if (opened) plot.sessions.push({ ...opened, number, account, at, use: 'fresh' })
  else plot.isLost = true
}

export async function takeNonce(plot: Plot, wanted: number): Promise<void> {
  const account = known(plot, wanted)
  const number = plot.nonces.length + 1
  plot.did.push(`takes nonce ${number} for ${accountNamed(account)}`)
  const nonce = await plot.steps.takeNonce(account)
  const at = ++plot.messages
  if (nonce === undefined) plot.isLost = true
  else plot.nonces.push({ nonce, number, account, at, use: 'fresh' })
}

/** A request that can be put, what it is in words, and what it uses up if it is accepted. */
export interface Attempt {
  readonly words: string
  readonly uses: readonly Given[]
  readonly put: (steps: Steps) => Promise<Heard>
}

/** Puts a request, and keeps in mind what the issuer made of it. */
export async function put(plot: Plot, { words, uses, put: perform }: Attempt): Promise<Answer> {
  const heard = await perform(plot.steps)
  const { answer, caller } = heard
  plot.messages++
  plot.did.push(answer === 'refused' ? `${words} (refused)` : words)
  const { [caller]: session } = plot.steps.sessions
  if (session !== undefined) plot.session = session
  if (answer === 'undecided') plot.isLost = true
  if (answer === 'accepted') plot.accepted.push(heard)
  for (const each of uses) {
    if (answer === 'accepted') each.use = 'used'
    else if (each.use === 'fresh') each.use = 'doubtful'
  }
  return answer
}
