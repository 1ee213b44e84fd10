import type { Decide } from '../../src/model/decision.ts'
import type { Steps } from '../../src/model/probe.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { type Attempt, accountNamed, type Nonce, type Plot, type Session } from './plot.ts'

/** Everything of one sort that can be asked at this point of a story. The plainest comes first. */
export type Attempts = (plot: Plot, decide: Decide) => readonly Attempt[]

const isFresh = ({ use }: Session | Nonce): boolean => use === 'fresh'
const isUsed = ({ use }: Session | Nonce): boolean => use === 'used'

/** What was not accepted yet: to a lie that is refused for something else it does not matter whether it still is good. */
const isUnused = ({ use }: Session | Nonce): boolean => use !== 'used'

const pairs = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const))

const shows = (decide: Decide): boolean => decide(PRESENTED) === 'request'

/** What differs from a request as it should be. */
interface Twist {
  readonly holder?: number
  readonly code?: string
  readonly nonce?: string
}

const asking =
  ({ account, dataset, code }: Session, { nonce }: { readonly nonce: string }, twist: Twist = {}) =>
  (steps: Steps) =>
    steps.ask({ caller: account, holder: account, dataset, code, nonce, ...twist })

const plainly = (session: Session, nonce: Nonce): Attempt => ({
  words: `asks in session ${session.number} with nonce ${nonce.number}`,
  uses: [session, nonce],
  put: asking(session, nonce),
})

/** Sessions and nonces of one account, all fresh. */
const freshPairs = ({ sessions, nonces }: Plot) =>
  pairs(sessions.filter(isFresh), nonces.filter(isFresh)).filter(([{ account }, nonce]) => nonce.account === account)

/** Whether it is the last of its account: whether an older one lives on is not settled. */
const isLast = (given: Session | Nonce, all: readonly (Session | Nonce)[]): boolean =>
  all.findLast(({ account }) => account === given.account) === given

/** What nobody may refuse: the last session of an account, with a nonce that was taken for it after that. */
export const permitted: Attempts = (plot) =>
  freshPairs(plot)
    .filter(([session, nonce]) => isLast(session, plot.sessions) && isLast(nonce, plot.nonces) && nonce.at > session.at)
    .map(([session, nonce]) => plainly(session, nonce))

/** What is honest, whether it has to be accepted or not. */
export const honest: Attempts = (plot, decide) => [
  ...permitted(plot, decide),
  ...freshPairs(plot).map(([session, nonce]) => plainly(session, nonce)),
]

export const usedNonce: Attempts = ({ sessions, nonces }, decide) =>
  pairs(
    sessions.filter((session) => !shows(decide) || isUnused(session)),
    nonces.filter(isUsed),
  ).map(([session, nonce]) => ({
    words: `asks in session ${session.number} with the used nonce ${nonce.number}`,
    uses: [session],
    put: asking(session, nonce),
  }))

export const usedCode: Attempts = ({ sessions, nonces }, decide) =>
  pairs(shows(decide) ? sessions.filter(isUsed) : [], nonces.filter(isUnused)).map(([session, nonce]) => ({
    words: `asks with the used code of session ${session.number} and nonce ${nonce.number}`,
    uses: [nonce],
    put: asking(session, nonce),
  }))

export const otherHolder: Attempts = ({ steps, sessions, nonces }) =>
  pairs(sessions.filter(isUnused), steps.sessions.length > 1 ? nonces.filter(isUnused) : []).map(
    ([session, nonce]) => ({
      words: `asks in session ${session.number} with nonce ${nonce.number} for the number of ${accountNamed(1 - session.account)}`,
      uses: [session, nonce],
      put: asking(session, nonce, { holder: 1 - session.account }),
    }),
  )

/** Two sessions may be about one dataset. */
export const otherCode: Attempts = ({ sessions, nonces }) =>
  pairs(pairs(sessions.filter(isUnused), sessions.filter(isUnused)), nonces.filter(isUnused))
    .filter(([[{ dataset }, other]]) => dataset !== other.dataset)
    .map(([[session, other], nonce]) => ({
      words: `asks for session ${session.number} with the code of session ${other.number} and nonce ${nonce.number}`,
      uses: [session, other, nonce],
      put: asking(session, nonce, { code: other.code }),
    }))

/** Where all that is called a nonce is the same, the code is one. */
export const noNonce: Attempts = ({ sessions }, decide) =>
  (decide(NONCE_RELATION) === 'all-equal' ? [] : sessions).filter(isUnused).map((session) => ({
    words: `asks in session ${session.number} with its code in place of a nonce`,
    uses: [session],
    put: asking(session, { nonce: session.code }),
  }))

/** The same answer once more is no second issuance. */
export const repeated: Attempts = ({ accepted }) =>
  accepted.map((heard, index) => ({
    words: `sends ${index === 0 ? 'the first' : 'another'} request that was accepted once more`,
    uses: [],
    put: async (steps) => {
      const again = await steps.again(heard)
      return again.body === heard.body ? { ...again, answer: 'refused' } : again
    },
  }))
