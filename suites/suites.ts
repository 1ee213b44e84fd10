import type { StandardProfile } from '../model/decision.ts'
import { suite as haip } from './haip/suite.ts'
import { suite as mdoc } from './mdoc/suite.ts'
import { suite as openid4vci } from './openid4vci/suite.ts'
import { suite as openid4vp } from './openid4vp/suite.ts'
import { suite as sdJwt } from './sd-jwt/suite.ts'
import { suite as sdJwtVc } from './sd-jwt-vc/suite.ts'
import type { Suite } from './suite.ts'
import { suite as tokenStatusList } from './token-status-list/suite.ts'

const described = {
  'sd-jwt': sdJwt,
  'sd-jwt-vc': sdJwtVc,
  'token-status-list': tokenStatusList,
  'openid4vci-1.0': openid4vci,
  'openid4vp-1.0': openid4vp,
  mdoc: mdoc,
  'haip-1.0': haip,
} as const satisfies Readonly<Record<StandardProfile, Suite>>

/** Every suite but the document. */
export const suites: Readonly<Record<StandardProfile, Suite>> = described

/** The texts that the requirements of a suite cite: its own, and those that it builds on. */
export function listSpecifications(profile: StandardProfile): readonly string[] {
  const { version, on = [] } = suites[profile]
  return [version, ...on.map((each) => suites[each].version)]
}

/** A standard by which an implementation is tested in an exchange. */
export type PlayedStandard = {
  [P in StandardProfile]: (typeof described)[P] extends { readonly roles: unknown } ? P : never
}[StandardProfile]
