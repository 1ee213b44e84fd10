import type { Fault } from '../src/model/fault.ts'
import { faults as attestation } from './attestation/faults.ts'
import { faults as callback } from './callback/faults.ts'
import { faults as claims } from './claims/faults.ts'
import { faults as credential } from './credential/faults.ts'
import { faults as deeplink } from './deeplink/faults.ts'
import { faults as disclosure } from './disclosure/faults.ts'
import { faults as encryption } from './encryption/faults.ts'
import { faults as issuerConfig } from './issuer-config/faults.ts'
import { faults as keys } from './keys/faults.ts'
import { faults as metadata } from './metadata/faults.ts'
import { faults as nonce } from './nonce/faults.ts'
import { faults as offer } from './offer/faults.ts'
import { faults as request } from './request/faults.ts'
import { faults as silence } from './silence/faults.ts'
import { faults as status } from './status/faults.ts'
import { faults as validation } from './validation/faults.ts'

/** Every fault of every section. */
export const faults: readonly Fault[] = [
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
