import { locateFindings } from './document/compare/locate-findings.ts'
import { rejudgeRun } from './document/compare/rejudge.ts'

/** How a kept run is judged again, and where in its messages something was found, of the suite of `assay run`. */
export const comparedSuite = { rejudgeRun, locateFindings } as const
