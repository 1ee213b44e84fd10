import { standardProfiles } from '../../model/decision.ts'
import type { TestedRole } from '../../suites/suite.ts'
import { type PlayedStandard, suites } from '../../suites/suites.ts'

export type { TestedRole } from '../../suites/suite.ts'
export type { PlayedStandard } from '../../suites/suites.ts'

/** The standards by which an implementation is tested in an exchange. */
export const playedStandards = standardProfiles.filter(
  (each): each is PlayedStandard => suites[each].roles !== undefined,
)

/** The roles that a standard tests; without a target, the first one. */
export const listRoles = (standard: PlayedStandard): readonly TestedRole[] => suites[standard].roles ?? []

/** The standards by which a role is tested, the default first. */
export const listStandards = (role: TestedRole): readonly PlayedStandard[] =>
  playedStandards.filter((each) => listRoles(each).includes(role))

export const isTestedRole = (role: string): role is TestedRole => listStandards(role as TestedRole).length > 0 // no other role is in the lists
