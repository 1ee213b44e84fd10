import type { Decide } from '../../../model/decision.ts'
import { isCodePresented } from '../kit/single-use.ts'
import type { IssuerCalls } from '../model/probe.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import {
  type IssuerModel,
  type ModelNonce,
  type ModelSession,
  nameAccount,
  type RequestAttempt,
} from './issuer-model.ts'

/** Lists the requests of one kind that are possible in the present state of the model, the simplest first. */
export type ListAttempts = (model: IssuerModel, decide: Decide) => readonly RequestAttempt[]

type Issued = ModelSession | ModelNonce

const isFresh = ({ use }: Issued): boolean => use === 'fresh'
const isUsed = ({ use }: Issued): boolean => use === 'used'

/** Not certainly used up. An invalid request that is rejected for another reason may contain values in doubt. */
const isUnused = ({ use }: Issued): boolean => use !== 'used'

const pair = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const))

/** How a request differs from a valid one. */
interface RequestChange {
  readonly holder?: number
  readonly code?: string
  readonly nonce?: string
}

const sendRequest =
  ({ account, dataset, code }: ModelSession, { nonce }: { readonly nonce: string }, change: RequestChange = {}) =>
  (calls: IssuerCalls) =>
    calls.sendRequest({ caller: account, holder: account, dataset, code, nonce, ...change })

const makeValidAttempt = (session: ModelSession, nonce: ModelNonce): RequestAttempt => ({
  description: `sends a request in session ${session.number} with nonce ${nonce.number}`,
  uses: [session, nonce],
  send: sendRequest(session, nonce),
})

/** Pairs the fresh sessions and the fresh nonces of each account. */
const pairFresh = ({ sessions, nonces }: IssuerModel) =>
  pair(sessions.filter(isFresh), nonces.filter(isFresh)).filter(([{ account }, nonce]) => nonce.account === account)

/** The document does not say whether an older session or nonce of an account remains valid. */
const isLatest = (issued: Issued, all: readonly Issued[]): boolean =>
  all.findLast(({ account }) => account === issued.account) === issued

/** Requests that must be accepted: the latest session of an account, with a nonce that was fetched for it afterwards. */
export const listPermitted: ListAttempts = (model) =>
  pairFresh(model)
    .filter(([session, nonce]) => isLatest(session, model.sessions) && isLatest(nonce, model.nonces))
    .filter(([session, nonce]) => nonce.at > session.at)
    .map(([session, nonce]) => makeValidAttempt(session, nonce))

/** Requests that break no requirement, whether or not they must be accepted. */
export const listValid: ListAttempts = (model, decide) => [
  ...listPermitted(model, decide),
  ...pairFresh(model).map(([session, nonce]) => makeValidAttempt(session, nonce)),
]

export const listWithUsedNonce: ListAttempts = ({ sessions, nonces }, decide) =>
  pair(
    sessions.filter((session) => !isCodePresented(decide) || isUnused(session)),
    nonces.filter(isUsed),
  ).map(([session, nonce]) => ({
    description: `sends a request in session ${session.number} with the used nonce ${nonce.number}`,
    uses: [session],
    send: sendRequest(session, nonce),
  }))

export const listWithUsedCode: ListAttempts = ({ sessions, nonces }, decide) =>
  pair(isCodePresented(decide) ? sessions.filter(isUsed) : [], nonces.filter(isUnused)).map(([session, nonce]) => ({
    description: `sends a request with the used code of session ${session.number} and nonce ${nonce.number}`,
    uses: [nonce],
    send: sendRequest(session, nonce),
  }))

export const listForOtherHolder: ListAttempts = ({ calls, sessions, nonces }) =>
  pair(sessions.filter(isUnused), calls.sessions.length > 1 ? nonces.filter(isUnused) : []).map(([session, nonce]) => ({
    description: `sends a request in session ${session.number} with nonce ${nonce.number} for the holder of ${nameAccount(1 - session.account)}`,
    uses: [session, nonce],
    send: sendRequest(session, nonce, { holder: 1 - session.account }),
  }))

/** Two sessions may be for the same dataset: those are left out. */
export const listWithOtherCode: ListAttempts = ({ sessions, nonces }) =>
  pair(pair(sessions.filter(isUnused), sessions.filter(isUnused)), nonces.filter(isUnused))
    .filter(([[{ dataset }, other]]) => dataset !== other.dataset)
    .map(([[session, other], nonce]) => ({
      description: `sends a request for session ${session.number} with the code of session ${other.number} and nonce ${nonce.number}`,
      uses: [session, other, nonce],
      send: sendRequest(session, nonce, { code: other.code }),
    }))

/** Where all nonces are the same by decision, the code is a valid nonce. */
export const listWithoutNonce: ListAttempts = ({ sessions }, decide) =>
  (decide(NONCE_RELATION) === 'all-equal' ? [] : sessions).filter(isUnused).map((session) => ({
    description: `sends a request in session ${session.number} with its code in place of a nonce`,
    uses: [session],
    send: sendRequest(session, { nonce: session.code }),
  }))

/** A repeated request. The same response once more is not a second issuance. */
export const listRepeated: ListAttempts = ({ accepted }) =>
  accepted.map((reply, index) => ({
    description: `repeats ${index === 0 ? 'the first' : 'another'} accepted request`,
    uses: [],
    send: async (calls) => {
      const repeated = await calls.resend(reply)
      return repeated.body === reply.body ? { ...repeated, answer: 'refused' } : repeated
    },
  }))
