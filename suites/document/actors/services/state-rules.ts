import type { Role } from '../../../../model/role.ts'
import type { IncomingMessage, MessageState } from '../../model/actors.ts'
import type { Terms } from '../../model/terms.ts'

/** One thing that an actor looks up before it goes on, for the sake of one requirement. */
export interface StateRule {
  readonly requirement: string
  readonly isBroken: (received: IncomingMessage) => boolean
}

/** What an actor looks up in its books, and turns a message away for: one row for each requirement. */
export const createStateRules = ({
  uses,
  withoutEncryption: unasked,
  clearResponse: inClear,
}: Terms): { readonly [R in Role]?: readonly StateRule[] } => ({
  issuer: [
    createStandingRule('VAL-AUTHENTICATES', ({ token }) => token === 'unknown' || token === 'absent'),
    createStandingRule('VAL-AUTHORIZES', ({ holder }) => holder === 'another'),
    createStandingRule('NONCE-BOUND', ({ nonce }) => nonce === 'unknown'),
    createStandingRule('NONCE-ONCE', ({ nonce }) => uses.nonce === 'once' && nonce === 'spent'),
    createStandingRule('NONCE-STALE', ({ nonce }) => nonce === 'stale'),
    createStandingRule('ENC-INTACT', ({ request }) => request === 'undecryptable'),
    createStandingRule('REQ-NO-KEY', ({ encryption }) => unasked === 'refused' && encryption === 'not-requested'),
    createStandingRule('REQ-ERRORS', ({ dataset }) => dataset === 'unknown'),
    createStandingRule('OFFER-UNKNOWN', ({ offer }) => offer === 'unknown'),
    createStandingRule('REQ-OFFERED', ({ template }) => template === 'unknown'),
    createStandingRule('CFG-CORRELATES', ({ code }) => code === 'unknown'),
    createStandingRule('OFFER-SINGLE-USE', ({ code }) => uses.code === 'once' && code === 'spent'),
    createStandingRule('OFFER-SHORT', ({ code }) => code === 'stale'),
  ],
  wallet: [createStandingRule('META-WEAK-UNUSED', ({ requestKey }) => requestKey === 'weak')],
  'identity app': [
    createStandingRule('ENC-NOT-CLEAR', ({ response }) => inClear === 'refused' && response === 'unencrypted'),
  ],
  'status service': [createStandingRule('STATUS-KNOWN', ({ credential }) => credential === 'unknown')],
  verifier: [createStandingRule('STATUS-OBEYED', ({ status }) => status !== undefined && status !== 'active')],
})

const createRule = (requirement: string, refuses: (received: IncomingMessage) => boolean): StateRule => ({
  requirement,
  isBroken: refuses,
})

const createStandingRule = (requirement: string, refuses: (standing: MessageState) => boolean): StateRule =>
  createRule(requirement, (received) => refuses(received.state))
