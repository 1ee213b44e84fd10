import type { Requirement } from '../../../model/requirement.ts'
import { isOrdered, type SessionResult } from '../../openid4vci/session-checks.ts'
import { VPREQ } from '../request-requirements.ts'
import { VPEND } from '../response-requirements.ts'

/** Texts of sessions that have to be random, one of each session. */
const checkRandom = (row: Requirement, texts: readonly string[]): SessionResult | undefined => {
  if (texts.length < 2) return undefined
  if (new Set(texts).size < texts.length) return { row, problem: 'two sessions have the same' }
  return texts.length >= 4 && isOrdered(texts) ? { row, problem: 'each is computed from the one before' } : { row }
}

/** Says whether each request has a nonce of its own. */
export const checkNonces = (nonces: readonly string[]): SessionResult | undefined =>
  checkRandom(VPREQ['NONCE-FRESH'], nonces)

/** Says whether each address to which users are sent has a secret of its own. */
export const checkAddresses = (addresses: readonly string[]): SessionResult | undefined =>
  checkRandom(VPEND.FRESH, addresses)
