import type { Variant } from '../src/model/fault.ts'
import { variants as attestation } from './attestation/variants.ts'
import { variants as callback } from './callback/variants.ts'
import { variants as claims } from './claims/variants.ts'
import { variants as credential } from './credential/variants.ts'
import { variants as deeplink } from './deeplink/variants.ts'
import { variants as disclosure } from './disclosure/variants.ts'
import { variants as encryption } from './encryption/variants.ts'
import { variants as issuerConfig } from './issuer-config/variants.ts'
import { variants as keys } from './keys/variants.ts'
import { variants as metadata } from './metadata/variants.ts'
import { variants as nonce } from './nonce/variants.ts'
import { variants as offer } from './offer/variants.ts'
import { variants as request } from './request/variants.ts'
import { variants as silence } from './silence/variants.ts'
import { variants as status } from './status/variants.ts'
import { variants as validation } from './validation/variants.ts'

/** Every variant of every section. */
export const variants: readonly Variant[] = [
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
