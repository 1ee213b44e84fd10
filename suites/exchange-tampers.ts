import type { ExchangeTamper } from '../src/model/tamper.ts'
import { tampers as attestation } from './attestation/exchange-tampers.ts'
import { tampers as callback } from './callback/exchange-tampers.ts'
import { tampers as claims } from './claims/exchange-tampers.ts'
import { tampers as credential } from './credential/exchange-tampers.ts'
import { tampers as deeplink } from './deeplink/exchange-tampers.ts'
import { tampers as disclosure } from './disclosure/exchange-tampers.ts'
import { tampers as encryption } from './encryption/exchange-tampers.ts'
import { duty } from './exchange-checks.ts'
import { turned } from './exchange-tampering.ts'
import { tampers as flow } from './flow/exchange-tampers.ts'
import { tampers as issuerConfig } from './issuer-config/exchange-tampers.ts'
import { tampers as metadata } from './metadata/exchange-tampers.ts'
import { tampers as nonce } from './nonce/exchange-tampers.ts'
import { tampers as offer } from './offer/exchange-tampers.ts'
import { tampers as request } from './request/exchange-tampers.ts'
import { tampers as silence } from './silence/exchange-tampers.ts'
import { tampers as validation } from './validation/exchange-tampers.ts'

/** Everything that the messages of a run are tampered with, of every section. */
export const exchangeTampers: readonly ExchangeTamper[] = [
  flow,
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
  silence,
  [...duty].map(turned),
].flat()
