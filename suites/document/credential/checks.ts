import type { Check } from '../../../model/check.ts'
import { headerChecks } from './header-checks.ts'
import { holderKeyChecks } from './holder-key-checks.ts'
import { issuanceChecks } from './issuance-checks.ts'
import { payloadChecks } from './payload-checks.ts'
import { serializationChecks } from './serialization-checks.ts'

export const checks: readonly Check[] = [
  ...serializationChecks,
  ...headerChecks,
  ...payloadChecks,
  ...holderKeyChecks,
  ...issuanceChecks,
]
