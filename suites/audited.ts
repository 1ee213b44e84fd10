import { populationChecks } from './document/audit/checks.ts'
import { isClaimName } from './document/claims/claim-set.ts'
import { DIGEST, ORDER } from './document/disclosure/decisions.ts'

/** What many credentials of the suite of `assay run` show together, and the decisions about the encoding of their claims. */
export const auditedSuite = { checks: populationChecks, order: ORDER, digest: DIGEST, isClaimName } as const
