import type { Fault } from '../src/model/fault.ts'
import { exchangeFaults as attestation } from './attestation/exchange-faults.ts'
import { exchangeFaults as callback } from './callback/exchange-faults.ts'
import { exchangeFaults as claims } from './claims/exchange-faults.ts'
import { exchangeFaults as credential } from './credential/exchange-faults.ts'
import { exchangeFaults as deeplink } from './deeplink/exchange-faults.ts'
import { exchangeFaults as disclosure } from './disclosure/exchange-faults.ts'
import { exchangeFaults as encryption } from './encryption/exchange-faults.ts'
import { exchangeFaults as flow } from './flow/exchange-faults.ts'
import { exchangeFaults as issuerConfig } from './issuer-config/exchange-faults.ts'
import { exchangeFaults as metadata } from './metadata/exchange-faults.ts'
import { exchangeFaults as nonce } from './nonce/exchange-faults.ts'
import { exchangeFaults as offer } from './offer/exchange-faults.ts'
import { exchangeFaults as request } from './request/exchange-faults.ts'
import { exchangeFaults as silence } from './silence/exchange-faults.ts'
import { exchangeFaults as validation } from './validation/exchange-faults.ts'

/** Every fault that shows only in a whole exchange, of every section. */
export const exchangeFaults: readonly Fault[] = [
  deeplink,
  metadata,
  offer,
  flow,
  issuerConfig,
  nonce,
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
