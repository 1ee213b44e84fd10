import type { Check } from '../../model/check.ts'
import { checks as ofDevices } from './device-checks.ts'
import { checks as ofItems } from './item-checks.ts'
import { checks as ofObjects } from './object-checks.ts'
import { checks as ofSignatures } from './signature-checks.ts'

export const checks: readonly Check[] = [...ofItems, ...ofObjects, ...ofSignatures, ...ofDevices]
