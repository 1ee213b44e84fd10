import type { Variant } from '../src/model/fault.ts'
import { exchangeVariants as attestation } from './attestation/exchange-variants.ts'
import { exchangeVariants as callback } from './callback/exchange-variants.ts'
import { exchangeVariants as claims } from './claims/exchange-variants.ts'
import { exchangeVariants as credential } from './credential/exchange-variants.ts'
import { exchangeVariants as deeplink } from './deeplink/exchange-variants.ts'
import { exchangeVariants as disclosure } from './disclosure/exchange-variants.ts'
import { exchangeVariants as flow } from './flow/exchange-variants.ts'
import { exchangeVariants as issuerConfig } from './issuer-config/exchange-variants.ts'
import { exchangeVariants as metadata } from './metadata/exchange-variants.ts'
import { exchangeVariants as nonce } from './nonce/exchange-variants.ts'
import { exchangeVariants as offer } from './offer/exchange-variants.ts'
import { exchangeVariants as request } from './request/exchange-variants.ts'
import { exchangeVariants as silence } from './silence/exchange-variants.ts'
import { exchangeVariants as validation } from './validation/exchange-variants.ts'

/** Every variant that shows only in a whole exchange, of every section. */
export const exchangeVariants: readonly Variant[] = [
  deeplink,
  metadata,
  offer,
  issuerConfig,
  flow,
  nonce,
  attestation,
  callback,
  claims,
  credential,
  disclosure,
  request,
  silence,
  validation,
].flat()
