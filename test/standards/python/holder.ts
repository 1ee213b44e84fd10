import type { Mistake } from './mistake.ts'

/** What each mistake of a holder breaks. */
export const mistakes: readonly Mistake[] = [
  ['takes-key-binding', 'SDHOLD-REJECTS'],
  ['no-signature', 'SDHOLD-REJECTS'],
  ['digest-twice', 'SDHOLD-REJECTS'],
  ['name-taken', 'SDHOLD-REJECTS'],
  ['unreferenced', 'SDHOLD-REJECTS'],
  ['no-parents', 'SDHOLD-SELECTED', 'SDJWT-REFERENCED'],
  ['children-too', 'SDHOLD-ONLY'],
  ['siblings-too', 'SDHOLD-ONLY'],
  ['by-name', 'SDHOLD-ONLY'],
  ['hash-as-issued', 'KBJWT-HASH'],
  ['old-nonce', 'KBJWT-TRANSACTION'],
  ['signs-again', 'SDHOLD-ISSUED', 'SDJWT-SIGNED'],
  ['writes-again', 'SDHOLD-ISSUED', 'SDHOLD-SELECTED', 'SDJWT-REFERENCED'],
  ['needs-hash', 'SDHOLD-TAKES'],
  ['known-header', 'SDHOLD-TAKES'],
]
