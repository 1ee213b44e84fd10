import type { ExchangeCheck } from '../../src/model/exchange-check.ts'
import { deliveryChecks } from './delivery-checks.ts'
import { grantChecks } from './grant-checks.ts'
import { offeringChecks } from './offering-checks.ts'
import { orderChecks } from './order-checks.ts'

export const exchangeChecks: readonly ExchangeCheck[] = [
  ...offeringChecks,
  ...orderChecks,
  ...grantChecks,
  ...deliveryChecks,
]
