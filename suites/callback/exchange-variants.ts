import { type Variant, variant } from '../../src/model/fault.ts'
import { change, message, put } from '../deviations.ts'

const { callback } = message

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('CALLBACK', 'delivers in another order', callback(change('/credentials', (all) => (Array.isArray(all) ? all.toReversed() : all)))),
  variant('CALLBACK', 'delivers what it cannot open', callback((all) => all), { given: { 'callback.credentialForm': 'encrypted' } }),
  variant('CALLBACK', 'says more than it has to, in a whole exchange', callback(put('/x-note', { deep: [] }))),
]
