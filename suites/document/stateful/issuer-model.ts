import type { ProbeAnswer } from '../../../model/probe.ts'
import type { SequenceResult } from '../../kit/exploration.ts'
import type { IssuerCalls, OpenedSession, ValidationReply } from '../model/probe.ts'

/** Whether a value is used up. After a rejected request it is not known whether the values in it are. */
type Use = 'fresh' | 'unknown' | 'used'

/** A value that the issuer issued. */
interface IssuedValue {
  readonly number: number
  readonly account: number
  /** How many messages had been sent by then. */
  readonly at: number
  use: Use
}

export interface ModelSession extends IssuedValue, OpenedSession {}

export interface ModelNonce extends IssuedValue {
  readonly nonce: string
}

/** The model of an issuer: what it has issued and accepted so far in a sequence. */
export interface IssuerModel {
  readonly calls: IssuerCalls
  readonly sessions: ModelSession[]
  readonly nonces: ModelNonce[]
  /** The requests that were accepted. */
  readonly accepted: ValidationReply[]
  readonly steps: string[]
  messages: number
  answered: number
  isLost: boolean
  hasFailed: boolean
  session?: string
}

export const createModel = (calls: IssuerCalls): IssuerModel => ({
  calls,
  sessions: [],
  nonces: [],
  accepted: [],
  steps: [],
  messages: 0,
  answered: 0,
  isLost: false,
  hasFailed: false,
})

export const concludeSequence = ({ answered, isLost, hasFailed, steps, session }: IssuerModel): SequenceResult => ({
  answered,
  isLost,
  hasFailed,
  steps,
  ...(session !== undefined && { session }),
})

export const isOver = ({ isLost, hasFailed }: IssuerModel): boolean => isLost || hasFailed

const ordinals = ['first', 'second'] as const

export const nameAccount = (account: number): string => `the ${ordinals[account] ?? 'other'} account`

/** Chooses an account that exists. */
const chooseAccount = ({ calls }: IssuerModel, account: number): number => account % calls.sessions.length

export async function openSession(model: IssuerModel, wanted: number): Promise<void> {
  const account = chooseAccount(model, wanted)
  const number = model.sessions.length + 1
  model.steps.push(`opens session ${number} for ${nameAccount(account)}`)
  const opened = await model.calls.openSession(account)
  const at = ++model.messages
  if (opened) model.sessions.push({ ...opened, number, account, at, use: 'fresh' })
  else model.isLost = true
}

export async function fetchNonce(model: IssuerModel, wanted: number): Promise<void> {
  const account = chooseAccount(model, wanted)
  const number = model.nonces.length + 1
  model.steps.push(`fetches nonce ${number} for ${nameAccount(account)}`)
  const isDue = isNonceDue(model, account)
  const nonce = await model.calls.takeNonce(account)
  const at = ++model.messages
  if (nonce !== undefined) model.nonces.push({ nonce, number, account, at, use: 'fresh' })
  else if (isDue) model.isLost = true
  else model.steps.push(`${model.steps.pop()} (rejected)`)
}

/** Whether an issuer has to return a nonce: one that binds them may refuse a second one for a session, or for a used one. */
function isNonceDue({ calls, sessions, nonces }: IssuerModel, account: number): boolean {
  const session = sessions.findLast((each) => each.account === account)
  if (!calls.isNonceBound || !session) return true
  return session.use === 'fresh' && !nonces.some((nonce) => nonce.account === account && nonce.at > session.at)
}

/** Whether an issuer can be asked for a nonce at all: one that binds them wants an open session. */
export const canAskForNonce = (model: IssuerModel, wanted: number): boolean =>
  !model.calls.isNonceBound || model.sessions.some(({ account }) => account === chooseAccount(model, wanted))

/** A request that can be sent: in words, what it uses up if it is accepted, and how it is sent. */
export interface RequestAttempt {
  readonly description: string
  readonly uses: readonly IssuedValue[]
  readonly send: (calls: IssuerCalls) => Promise<ValidationReply>
}

/** Sends a request, and updates the model by the answer. */
export async function sendAttempt(
  model: IssuerModel,
  { description, uses, send }: RequestAttempt,
): Promise<ProbeAnswer> {
  const reply = await send(model.calls)
  const { answer, caller } = reply
  model.messages++
  model.steps.push(answer === 'refused' ? `${description} (rejected)` : description)
  const { [caller]: session } = model.calls.sessions
  if (session !== undefined) model.session = session
  if (answer === 'inconclusive') model.isLost = true
  if (answer === 'accepted') model.accepted.push(reply)
  for (const each of uses) {
    if (answer === 'accepted') each.use = 'used'
    else if (each.use === 'fresh') each.use = 'unknown'
  }
  return answer
}
