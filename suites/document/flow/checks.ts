import type { Check } from '../../../model/check.ts'
import { answerChecks } from './answer-checks.ts'
import { deliveryChecks } from './delivery-checks.ts'
import { grantChecks } from './grant-checks.ts'
import { offeringChecks } from './offering-checks.ts'
import { orderChecks } from './order-checks.ts'

export const checks: readonly Check[] = [
  ...offeringChecks,
  ...orderChecks,
  ...grantChecks,
  ...deliveryChecks,
  ...answerChecks,
]
