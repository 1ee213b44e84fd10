import { examineSetup, examineTargets } from './document/doctor/examine.ts'
import { checkSession } from './document/doctor/session.ts'

/** How the settings and the targets of the suite of `assay run` are examined before a run. */
export const examinedSuite = { examineSetup, examineTargets, checkSession } as const
