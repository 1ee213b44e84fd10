import type { Fault } from '../src/model/fault.ts'
import { exchangeFaults as issuerConfig } from './issuer-config/exchange-faults.ts'
import { exchangeFaults as nonce } from './nonce/exchange-faults.ts'

/** Every fault that shows only in a whole exchange, of every section. */
export const exchangeFaults: readonly Fault[] = [issuerConfig, nonce].flat()
