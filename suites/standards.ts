import { type StandardProfile, standardProfiles } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import { rules as haip } from './haip/rules.ts'
import { rules as mdoc } from './mdoc/rules.ts'
import { rules as openid4vci } from './openid4vci/rules.ts'
import { rules as openid4vp } from './openid4vp/rules.ts'
import { rules as sdJwt } from './sd-jwt/rules.ts'
import { rules as sdJwtVc } from './sd-jwt-vc/rules.ts'
import type { Rules, Suite } from './suite.ts'
import { suites } from './suites.ts'
import { rules as tokenStatusList } from './token-status-list/rules.ts'

/** A suite with its rules. */
export type Standard = Suite & Rules

const rules: Readonly<Record<StandardProfile, Rules>> = {
  'sd-jwt': sdJwt,
  'sd-jwt-vc': sdJwtVc,
  'token-status-list': tokenStatusList,
  'openid4vci-1.0': openid4vci,
  'openid4vp-1.0': openid4vp,
  mdoc: mdoc,
  'haip-1.0': haip,
}

export const standards = Object.fromEntries(
  standardProfiles.map((each) => [each, { ...suites[each], ...rules[each] }]),
) as Readonly<Record<StandardProfile, Standard>> // each has its own

/** The rows that a standard has of its own. */
export function listOwnRows(profile: StandardProfile): readonly Requirement[] {
  const { on = [], requirements } = standards[profile]
  const below = new Set(on.flatMap((each) => standards[each].requirements))
  return requirements.filter((row) => !below.has(row))
}
