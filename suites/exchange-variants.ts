import type { Variant } from '../src/model/fault.ts'
import { exchangeVariants as nonce } from './nonce/exchange-variants.ts'

/** Every variant that shows only in a whole exchange, of every section. */
export const exchangeVariants: readonly Variant[] = [nonce].flat()
