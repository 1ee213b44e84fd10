import type { Decide } from '../../../model/decision.ts'
import { SINGLE_USE as NONCE_USE } from '../nonce/decisions.ts'
import { SINGLE_USE as CODE_USE, PRESENTED } from '../offer/decisions.ts'

/** Whether the wallet sends the code to the issuer, by decision. */
export const isCodePresented = (decide: Decide): boolean => decide(PRESENTED) === 'request'

export const isCodeSingleUse = (decide: Decide): boolean => isCodePresented(decide) && decide(CODE_USE) === 'once'

export const isNonceSingleUse = (decide: Decide): boolean => decide(NONCE_USE) === 'once'

export const isAnySingleUse = (decide: Decide): boolean => isNonceSingleUse(decide) || isCodeSingleUse(decide)
