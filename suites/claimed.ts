import { claimed as document } from './document/claim/claimed.ts'
import type { Claimed } from './suite.ts'

/** The suites whose reports show more than rows; what the others show follows from their rows. */
export const claimedSuites: { readonly document: Claimed } = { document }
