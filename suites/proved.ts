import { readChoice } from './document/prove/catalogue.ts'
import { isPopulationProven, provePopulations } from './document/prove/population-proof.ts'
import { formatProof } from './document/prove/proof-lines.ts'
import { summarizeProof } from './document/prove/prove.ts'
import { isProven, proveChoice } from './document/prove/prove-choice.ts'

export type { PopulationProof } from './document/prove/population-proof.ts'

/** The kill matrix of the suite of `assay run`, and what many of its credentials show. */
export const provedSuite = {
  ...{ readChoice, proveChoice, isProven, summarizeProof, formatProof },
  ...{ provePopulations, isPopulationProven },
} as const
