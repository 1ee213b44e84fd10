import type { Seen } from '../../../standard/tested/seen.ts'

/** What a test saw, and of what. */
export interface Tested {
  readonly seen: Seen
  readonly target: string
}

/** Shows a line to the user while a test is under way. */
export type Show = (line: string) => void

export const grantNames = ['pre-authorized-code', 'authorization-code'] as const
