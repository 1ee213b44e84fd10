import type { ExchangeCheck } from '../src/model/exchange-check.ts'
import type { Requirement } from '../src/model/requirement.ts'
import { exchangeChecks as attestation } from './attestation/exchange-checks.ts'
import { exchangeChecks as callback } from './callback/exchange-checks.ts'
import { exchangeChecks as claims } from './claims/exchange-checks.ts'
import { exchangeChecks as credential } from './credential/exchange-checks.ts'
import { exchangeChecks as deeplink } from './deeplink/exchange-checks.ts'
import { exchangeChecks as disclosure } from './disclosure/exchange-checks.ts'
import { exchangeChecks as encryption } from './encryption/exchange-checks.ts'
import { exchangeChecks as flow } from './flow/exchange-checks.ts'
import { exchangeChecks as issuerConfig } from './issuer-config/exchange-checks.ts'
import { exchangeChecks as metadata } from './metadata/exchange-checks.ts'
import { exchangeChecks as nonce } from './nonce/exchange-checks.ts'
import { exchangeChecks as offer } from './offer/exchange-checks.ts'
import { duties, probed } from './probing.ts'
import { exchangeChecks as request } from './request/exchange-checks.ts'
import { exchangeChecks as silence } from './silence/exchange-checks.ts'
import { tricks } from './tricks.ts'
import { unshown } from './unshown.ts'
import { exchangeChecks as validation } from './validation/exchange-checks.ts'

/** Requirements of those who judge, which are shown by what is put before them. */
export const duty: ReadonlySet<Requirement> = new Set([...Object.values(duties), ...tricks.map(({ shows }) => shows)])

const byProbes = [...duty].map((requirement) => probed(requirement, unshown.get(requirement)))

/** Every check on a whole exchange, of every section. */
export const exchangeChecks: readonly ExchangeCheck[] = [
  deeplink,
  metadata,
  offer,
  flow,
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
