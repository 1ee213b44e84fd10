import type { Trick } from '../src/model/probe.ts'
import { tricks as deeplink } from './deeplink/tricks.ts'
import { tricks as disclosure } from './disclosure/tricks.ts'
import { tricks as encryption } from './encryption/tricks.ts'
import { tricks as issuerConfig } from './issuer-config/tricks.ts'
import { tricks as metadata } from './metadata/tricks.ts'
import { tricks as nonce } from './nonce/tricks.ts'
import { tricks as offer } from './offer/tricks.ts'
import { tricks as request } from './request/tricks.ts'
import { tricks as silence } from './silence/tricks.ts'
import { tricks as status } from './status/tricks.ts'
import { tricks as validation } from './validation/tricks.ts'

/** Every trick of every section. Those that a generator makes up stand in `models`, which brings it. */
export const tricks: readonly Trick[] = [
  issuerConfig,
  offer,
  metadata,
  nonce,
  request,
  encryption,
  deeplink,
  validation,
  status,
  disclosure,
  silence,
].flat()
