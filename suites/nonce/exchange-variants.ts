import { type Variant, variant } from '../../src/model/fault.ts'
import { headersOf } from '../deviations.ts'

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('NONCE', 'forbids caches in many words', headersOf('issuer', 'nonce', { 'cache-control': 'No-Store, no-cache, max-age=0' })),
]
