import type { ExchangeCheck } from '../src/model/exchange-check.ts'
import { exchangeChecks as attestation } from './attestation/exchange-checks.ts'
import { exchangeChecks as callback } from './callback/exchange-checks.ts'
/** Every check on a whole exchange, of every section. */
import { exchangeChecks as claims } from './claims/exchange-checks.ts'
import { exchangeChecks as credential } from './credential/exchange-checks.ts'
import { exchangeChecks as disclosure } from './disclosure/exchange-checks.ts'
import { exchangeChecks as encryption } from './encryption/exchange-checks.ts'
import { exchangeChecks as issuerConfig } from './issuer-config/exchange-checks.ts'
import { exchangeChecks as nonce } from './nonce/exchange-checks.ts'
import { duties, probed } from './probing.ts'
import { exchangeChecks as request } from './request/exchange-checks.ts'
import { exchangeChecks as silence } from './silence/exchange-checks.ts'
import { tricks } from './tricks.ts'
import { exchangeChecks as validation } from './validation/exchange-checks.ts'

/** What is judged by what was put before the judges. */
const byProbes = [...new Set([...Object.values(duties), ...tricks.map(({ shows }) => shows)])].map(probed)

export const exchangeChecks: readonly ExchangeCheck[] = [
  issuerConfig,
  nonce,
  byProbes,
  attestation,
  callback,
  claims,
  credential,
  disclosure,
  encryption,
  request,
  silence,
  validation,
].flat()
