import { type Variant, variant } from '../../src/model/fault.ts'
import { change, message } from '../deviations.ts'

const payload = message.credentialPayload

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('CRED', 'has a clock that is half a minute slow', payload(change('/iat', (iat) => Number(iat) - 30))),
  variant('CRED', 'has a clock that is half a minute fast', payload(change('/iat', (iat) => Number(iat) + 30))),
  variant('CRED', 'says of its key what it is for', payload(change('/cnf/jwk', (jwk) => ({ ...(jwk as object), use: 'sig' })))),
]
