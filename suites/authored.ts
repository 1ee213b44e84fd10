import { listStaleFiles, listStaleLists } from './document/author/checkout.ts'
import { writeRequirement } from './document/author/new-requirement.ts'

/** What writes the stubs of requirements of the suite of `assay run`, and finds what was not generated again since. */
export const authoredSuite = { writeRequirement, listStaleFiles, listStaleLists } as const
