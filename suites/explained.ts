import type { Explained } from '../reporters/text/explained.ts'
import { explained as document } from './document/explain/explained.ts'

/** The suites whose explanations are played; those of the others are made of their rows and of what proves them. */
export const explainedSuites: { readonly document: Explained } = { document }
