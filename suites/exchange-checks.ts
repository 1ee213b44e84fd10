import type { ExchangeCheck } from '../src/model/exchange-check.ts'
import { exchangeChecks as issuerConfig } from './issuer-config/exchange-checks.ts'
import { exchangeChecks as nonce } from './nonce/exchange-checks.ts'

/** Every check on a whole exchange, of every section. */
export const exchangeChecks: readonly ExchangeCheck[] = [issuerConfig, nonce].flat()
