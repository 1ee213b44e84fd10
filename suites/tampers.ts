import type { Tamper } from '../src/model/tamper.ts'
import { tampers as attestation } from './attestation/tampers.ts'
import { tampers as callback } from './callback/tampers.ts'
import { tampers as claims } from './claims/tampers.ts'
import { tampers as credential } from './credential/tampers.ts'
import { tampers as deeplink } from './deeplink/tampers.ts'
import { tampers as disclosure } from './disclosure/tampers.ts'
import { tampers as encryption } from './encryption/tampers.ts'
import { tampers as issuerConfig } from './issuer-config/tampers.ts'
import { tampers as keys } from './keys/tampers.ts'
import { tampers as metadata } from './metadata/tampers.ts'
import { tampers as nonce } from './nonce/tampers.ts'
import { tampers as offer } from './offer/tampers.ts'
import { requirements } from './registry.ts'
import { tampers as request } from './request/tampers.ts'
import { tampers as silence } from './silence/tampers.ts'
import { tampers as status } from './status/tampers.ts'
import { tampersOfSchemas } from './tampers-of-schemas.ts'
import { tampers as validation } from './validation/tampers.ts'

/** Everything that the artefacts of a run are tampered with, of every section. */
export const tampers: readonly Tamper[] = [
  tampersOfSchemas(requirements),
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
