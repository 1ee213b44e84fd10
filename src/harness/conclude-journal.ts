import type { Seen } from './seen.ts'
import type { SeenSoFar } from './trials.ts'
import { listUntested, type TestScope } from './untested.ts'

/** What was seen when a test ends, and of what nothing was. */
export const concludeJournal = (
  { cases, trials, notes, recording }: SeenSoFar,
  scope: TestScope,
  obstacle?: string,
): Seen => ({
  ...{ cases, trials, notes, recording },
  untested: listUntested({ cases, trials }, scope),
  ...(obstacle !== undefined && { obstacle }),
})
