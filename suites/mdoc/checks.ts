import type { Check } from '../../model/check.ts'
import { checks as ofDevices } from './device-checks.ts'
import { checks as ofIssuers } from './issuer-checks.ts'

export const checks: readonly Check[] = [...ofIssuers, ...ofDevices]
