import type { Setting } from '../src/model/fault.ts'

/** The answers under which tricks are tried, in this order, until they apply. */
export const trickSettings: readonly Setting[] = [
  { under: 'document', given: {} },
  { under: 'document', given: { 'code.presented': 'request' } },
]
