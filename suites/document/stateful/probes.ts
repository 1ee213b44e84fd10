import type { Decide } from '../../../model/decision.ts'
import { FLOW } from '../flow/requirements.ts'
import { CFG } from '../issuer-config/requirements.ts'
import { isAnySingleUse, isCodePresented, isCodeSingleUse, isNonceSingleUse } from '../kit/single-use.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { NONCE } from '../nonce/requirements.ts'
import { OFFER } from '../offer/requirements.ts'
import { VAL } from '../validation/requirements.ts'
import * as attempts from './attempts.ts'
import { runAfterControls } from './control-sessions.ts'
import { withFreeNonces } from './free-nonces.ts'
import { runInterleavedSessions } from './interleaved-sessions.ts'
import { raceForCode, raceForNonce } from './races.ts'
import { runSequences } from './sequences.ts'

/** Runs a probe only where the decisions make its requirement apply. */
const runIf =
  (isRequired: (decide: Decide) => boolean, play: StatefulProbe['run']): StatefulProbe['run'] =>
  async (context) =>
    isRequired(context.decide) ? withFreeNonces(play)(context) : undefined

/** Whether the nonce of a request is not the pre-authorised code of its session. */
const isNonceSeparate = (decide: Decide): boolean => decide(NONCE_RELATION) !== 'all-equal'

/** Sequences take nonces in any order: where all values are equal, there is none before a session is open. */
const withFreeNonce =
  (isRequired: (decide: Decide) => boolean) =>
  (decide: Decide): boolean =>
    isNonceSeparate(decide) && isRequired(decide)
const [isFreeNonceSingleUse, isFreeCodeSingleUse, isFreeCodePresented, isAnyFreeSingleUse] = [
  withFreeNonce(isNonceSingleUse),
  withFreeNonce(isCodeSingleUse),
  withFreeNonce(isCodePresented),
  withFreeNonce(isAnySingleUse),
]

const untilAccepted = ['open', 'nonce', 'ask'] as const

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(NONCE.ONCE, 'issuer', 'reuses a nonce, in a generated sequence', 'refused', runIf(isFreeNonceSingleUse,
    runSequences({ expected: 'refused', attempts: attempts.listWithUsedNonce, needs: [...untilAccepted, 'open'] }))),
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', 'reuses a code, in a generated sequence', 'refused', runIf(isFreeCodeSingleUse,
    runSequences({ expected: 'refused', attempts: attempts.listWithUsedCode, needs: [...untilAccepted, 'nonce', 'open', 'nonce'] }))),
  statefulProbe(CFG.CORRELATES, 'issuer', 'presents the code of another session, in a generated sequence', 'refused', runIf(isFreeCodePresented, runAfterControls(() =>
    runSequences({ expected: 'refused', attempts: attempts.listWithOtherCode, needs: ['open', 'open for the other', 'nonce'] })))),
  statefulProbe(NONCE.BOUND, 'issuer', 'attests a code in place of a nonce, in a generated sequence', 'refused', runIf(isNonceSeparate, runAfterControls(() =>
    runSequences({ expected: 'refused', attempts: attempts.listWithoutNonce, needs: ['open'] })))),
  statefulProbe(VAL.AUTHORIZES, 'issuer', 'requests the credential of another holder, in a generated sequence', 'refused', runIf(isNonceSeparate, runAfterControls(() =>
    runSequences({ expected: 'refused', attempts: attempts.listForOtherHolder, accounts: 2, needs: ['open', 'nonce'] })))),
  statefulProbe(VAL.REPEATED, 'issuer', 'repeats a request, in a generated sequence', 'refused', runIf(isAnyFreeSingleUse,
    runSequences({ expected: 'refused', attempts: attempts.listRepeated, needs: untilAccepted })), { breaks: NONCE.ONCE }),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends valid requests, in a generated sequence', 'accepted', runIf(isNonceSeparate, runAfterControls(() =>
    runSequences({ expected: 'accepted', attempts: attempts.listPermitted, needs: ['open', 'nonce'] })))),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'interleaves the calls of two sessions', 'accepted', runIf(isNonceSeparate, runInterleavedSessions)),
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', 'reuses a code in concurrent requests', 'refused', runIf(isCodeSingleUse, raceForCode), { isAlone: true }),
  statefulProbe(NONCE.ONCE, 'issuer', 'reuses a nonce in concurrent requests', 'refused', runIf(isNonceSingleUse, raceForNonce), { isAlone: true }),
]
