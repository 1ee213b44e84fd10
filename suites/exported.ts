import { readChoice } from './document/prove/catalogue.ts'
import { exportVectors } from './document/prove/export-vectors.ts'

/** The vectors of the suite of `assay run`. */
export const exportedSuite = { readChoice, exportVectors } as const
