import type { Check } from '../model/check.ts'
import type { StandardProfile } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import { checks as haipChecks, requirements as haipRequirements } from './haip/checks.ts'
import { checks as mdocChecks } from './mdoc/checks.ts'
import { requirements as mdocRequirements } from './mdoc/requirements.ts'
import { checks as vciChecks } from './openid4vci/checks.ts'
import { requirements as vciRequirements } from './openid4vci/requirements.ts'
import { checks as vpChecks } from './openid4vp/checks.ts'
import { requirements as vpRequirements } from './openid4vp/requirements.ts'
import { checks } from './sd-jwt/checks.ts'
import { requirements } from './sd-jwt/requirements.ts'
import { checks as checksOfVc, requirements as requirementsOfVc } from './sd-jwt-vc/checks.ts'
import { type StandardKinds, standardKinds } from './standard-kinds.ts'
import { checks as statusListChecks } from './token-status-list/checks.ts'
import { requirements as statusListRequirements } from './token-status-list/requirements.ts'

/** A standard that is judged by itself: its requirements are about kinds of artefacts of their own. */
export interface Standard extends StandardKinds {
  readonly title: string
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
  /** The standards whose rows it has as well; they are proven there. */
  readonly layers?: readonly StandardProfile[]
}

export const standards: Readonly<Record<StandardProfile, Standard>> = {
  'sd-jwt': { ...standardKinds['sd-jwt'], title: 'RFC 9901', requirements, checks },
  'sd-jwt-vc': {
    ...standardKinds['sd-jwt-vc'],
    title: 'SD-JWT VC draft 19',
    requirements: requirementsOfVc,
    checks: checksOfVc,
  },
  'token-status-list': {
    ...standardKinds['token-status-list'],
    title: 'Token Status List',
    requirements: statusListRequirements,
    checks: statusListChecks,
  },
  'openid4vci-1.0': {
    ...standardKinds['openid4vci-1.0'],
    title: 'OpenID4VCI 1.0',
    requirements: vciRequirements,
    checks: vciChecks,
  },
  'openid4vp-1.0': {
    ...standardKinds['openid4vp-1.0'],
    title: 'OpenID4VP 1.0',
    requirements: vpRequirements,
    checks: vpChecks,
  },
  mdoc: { ...standardKinds.mdoc, title: 'mDOC (ISO/IEC 18013-5)', requirements: mdocRequirements, checks: mdocChecks },
  'haip-1.0': {
    ...standardKinds['haip-1.0'],
    title: 'HAIP 1.0',
    requirements: haipRequirements,
    checks: haipChecks,
    layers: ['openid4vp-1.0', 'openid4vci-1.0'],
  },
}

/** The rows that a standard has of its own. */
export function listOwnRows(profile: StandardProfile): readonly Requirement[] {
  const { layers = [], requirements: rows } = standards[profile]
  const below = new Set(layers.flatMap((each) => standards[each].requirements))
  return rows.filter((row) => !below.has(row))
}
