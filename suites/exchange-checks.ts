import type { ExchangeCheck } from '../src/model/exchange-check.ts'
import { exchangeChecks as attestation } from './attestation/exchange-checks.ts'
import { exchangeChecks as callback } from './callback/exchange-checks.ts'
/** Every check on a whole exchange, of every section. */
import { CALLBACK } from './callback/requirements.ts'
import { exchangeChecks as claims } from './claims/exchange-checks.ts'
import { exchangeChecks as credential } from './credential/exchange-checks.ts'
import { CRED } from './credential/requirements.ts'
import { exchangeChecks as disclosure } from './disclosure/exchange-checks.ts'
import { exchangeChecks as encryption } from './encryption/exchange-checks.ts'
import { FLOW } from './flow/requirements.ts'
import { exchangeChecks as issuerConfig } from './issuer-config/exchange-checks.ts'
import { exchangeChecks as nonce } from './nonce/exchange-checks.ts'
import { OFFER } from './offer/requirements.ts'
import { probed } from './probing.ts'
import { exchangeChecks as request } from './request/exchange-checks.ts'
import { RESP } from './request/requirements.ts'
import { exchangeChecks as silence } from './silence/exchange-checks.ts'
import { exchangeChecks as validation } from './validation/exchange-checks.ts'

/** What is judged by what was put before the judges. */
const byProbes = [FLOW.VALIDATES, OFFER.REFUSED, RESP.REFUSED, CALLBACK.VERIFIED, CRED.REFUSED].map(probed)

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
