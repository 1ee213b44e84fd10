import type { Check } from '../src/model/check.ts'
import { checks as attestation } from './attestation/checks.ts'
import { checks as callback } from './callback/checks.ts'
import { checks as claims } from './claims/checks.ts'
import { checks as credential } from './credential/checks.ts'
import { checks as deeplink } from './deeplink/checks.ts'
import { checks as disclosure } from './disclosure/checks.ts'
import { checks as encryption } from './encryption/checks.ts'
import { checks as issuerConfig } from './issuer-config/checks.ts'
import { checks as keys } from './keys/checks.ts'
import { checks as metadata } from './metadata/checks.ts'
import { checks as nonce } from './nonce/checks.ts'
import { checks as offer } from './offer/checks.ts'
import { checks as request } from './request/checks.ts'
import { checks as silence } from './silence/checks.ts'
import { checks as status } from './status/checks.ts'
import { checks as validation } from './validation/checks.ts'

/** Every check of every section. */
export const checks: readonly Check[] = [
  issuerConfig,
  offer,
  metadata,
  nonce,
  request,
  attestation,
  encryption,
  deeplink,
  validation,
  callback,
  credential,
  disclosure,
  claims,
  keys,
  status,
  silence,
].flat()
