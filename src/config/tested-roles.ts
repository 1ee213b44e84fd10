import { isStandardProfile, type StandardProfile } from '../../model/decision.ts'

/** The roles that a standard tests; without a target, the first one. */
export const testedRoles = {
  'openid4vci-1.0': ['issuer', 'wallet'],
  'openid4vp-1.0': ['verifier', 'wallet'],
  'haip-1.0': ['issuer', 'verifier', 'wallet'],
  'sd-jwt': ['holder'],
} as const satisfies Readonly<Partial<Record<StandardProfile, readonly string[]>>>

/** A standard by which an implementation is tested in an exchange. */
export type PlayedStandard = keyof typeof testedRoles
export type TestedRole = (typeof testedRoles)[PlayedStandard][number]

export const playedStandards = Object.keys(testedRoles).filter(isStandardProfile) as PlayedStandard[] // its own keys

const ofStandard = (standard: PlayedStandard): readonly TestedRole[] => testedRoles[standard]

/** The standards by which a role is tested, the default first. */
export const listStandards = (role: TestedRole): readonly PlayedStandard[] =>
  playedStandards.filter((each) => ofStandard(each).includes(role))

export const isTestedRole = (role: string): role is TestedRole =>
  playedStandards.some((each) => ofStandard(each).some((own) => own === role))
