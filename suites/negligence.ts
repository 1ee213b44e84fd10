import type { Setting } from '../src/model/fault.ts'
import type { Excuse } from '../src/model/negligence.ts'
import { OFFER } from './offer/requirements.ts'
import { VAL } from './validation/requirements.ts'

/** The answers under which tricks are tried, in this order, until they apply. */
export const trickSettings: readonly Setting[] = [
  { under: 'document', given: {} },
  { under: 'document', given: { 'code.presented': 'request' } },
]

/** Validations whose neglect no lie can show. One that can be shown after all fails the proof. */
export const excuses: readonly Excuse[] = [
  {
    judge: 'issuer',
    requirement: OFFER.SHORT,
    reason: 'a code grows old only by waiting, and no run waits for that',
  },
  {
    judge: 'identity app',
    requirement: VAL.RESPONSE,
    reason: 'an app that does not look has nothing to deliver either, and cannot be told from one that does',
  },
]
