import type { Decide } from '../../src/model/decision.ts'
import { type Trick, trick } from '../../src/model/probe.ts'
import { FLOW } from '../flow/requirements.ts'
import { CFG } from '../issuer-config/requirements.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { NONCE } from '../nonce/requirements.ts'
import { OFFER } from '../offer/requirements.ts'
import { isAnyOnce, isCodeOnce, isCodeShown, isNonceOnce } from '../tricking.ts'
import { VAL } from '../validation/requirements.ts'
import { keepsApart } from './apart.ts'
import * as attempts from './attempts.ts'
import { racesForCode, racesForNonce } from './races.ts'
import { stories } from './stories.ts'
import { afterTwins } from './twins.ts'

/** Only where the decisions make it a rule. */
const where =
  (isRule: (decide: Decide) => boolean, play: Trick['play']): Trick['play'] =>
  async (director) =>
    isRule(director.decide) ? play(director) : undefined

/** Whether the nonce of a request is another one than that of its session. */
const isApart = (decide: Decide): boolean => decide(NONCE_RELATION) !== 'all-equal'

const spent = ['open', 'nonce', 'ask'] as const

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(NONCE.ONCE, 'issuer', 'uses a nonce again, in a story of its own', 'refused', where(isNonceOnce,
    stories({ expected: 'refused', attempts: attempts.usedNonce, needs: [...spent, 'open'] }))),
  trick(OFFER['SINGLE-USE'], 'issuer', 'uses a code again, in a story of its own', 'refused', where(isCodeOnce,
    stories({ expected: 'refused', attempts: attempts.usedCode, needs: [...spent, 'nonce'] }))),
  trick(CFG.CORRELATES, 'issuer', 'shows the code of another session, in a story of its own', 'refused', where(isCodeShown, afterTwins(() =>
    stories({ expected: 'refused', attempts: attempts.otherCode, needs: ['open', 'open for the other', 'nonce'] })))),
  trick(NONCE.BOUND, 'issuer', 'attests a code in place of a nonce, in a story of its own', 'refused', where(isApart, afterTwins(() =>
    stories({ expected: 'refused', attempts: attempts.noNonce, needs: ['open'] })))),
  trick(VAL.AUTHORIZES, 'issuer', 'asks for another holder, in a story of its own', 'refused', afterTwins(() =>
    stories({ expected: 'refused', attempts: attempts.otherHolder, accounts: 2, needs: ['open', 'nonce'] }))),
  trick(VAL.REPEATED, 'issuer', 'sends a request again, in a story of its own', 'refused', where(isAnyOnce,
    stories({ expected: 'refused', attempts: attempts.repeated, needs: spent })), { breaks: NONCE.ONCE }),
  trick(FLOW.VALIDATES, 'issuer', 'asks as it may, in a story of its own', 'accepted', where(isApart, afterTwins(() =>
    stories({ expected: 'accepted', attempts: attempts.permitted, needs: ['open', 'nonce'] })))),
  trick(FLOW.VALIDATES, 'issuer', 'plays two sessions whose calls cross', 'accepted', where(isApart, keepsApart)),
  trick(OFFER['SINGLE-USE'], 'issuer', 'uses a code several times at once, in any order', 'refused', where(isCodeOnce, racesForCode)),
  trick(NONCE.ONCE, 'issuer', 'uses a nonce several times at once, in any order', 'refused', where(isNonceOnce, racesForNonce)),
]
