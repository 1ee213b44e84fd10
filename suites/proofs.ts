import type { StandardProfile } from '../model/decision.ts'
import { proofs as haip } from './haip/proofs.ts'
import { proofs as mdoc } from './mdoc/proofs.ts'
import { proofs as openid4vci } from './openid4vci/proofs.ts'
import { proofs as openid4vp } from './openid4vp/proofs.ts'
import { proofs as sdJwt } from './sd-jwt/proofs.ts'
import { proofs as sdJwtVc } from './sd-jwt-vc/proofs.ts'
import type { Proofs } from './suite.ts'
import { proofs as tokenStatusList } from './token-status-list/proofs.ts'

/** What proves each suite but the document. */
export const standardProofs: Readonly<Record<StandardProfile, Proofs>> = {
  'sd-jwt': sdJwt,
  'sd-jwt-vc': sdJwtVc,
  'token-status-list': tokenStatusList,
  'openid4vci-1.0': openid4vci,
  'openid4vp-1.0': openid4vp,
  mdoc: mdoc,
  'haip-1.0': haip,
}
