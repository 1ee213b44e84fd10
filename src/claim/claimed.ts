import { isStandardProfile } from '../../model/decision.ts'
import type { RunReport } from '../../model/run-report.ts'
import { claimedSuites } from '../../suites/claimed.ts'
import type { Claimed } from '../../suites/suite.ts'
import { makeClaimed } from './standard.ts'

/** What a report has to agree with, by the suite that was tested. */
export const findClaimed = ({ profile }: Pick<RunReport, 'profile'>): Claimed =>
  isStandardProfile(profile) ? makeClaimed(profile) : claimedSuites.document
