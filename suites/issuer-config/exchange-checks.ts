import { cannotTell, finding } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, readIn } from '../../src/model/exchange-check.ts'
import { CFG } from './requirements.ts'

const fresh = across(CFG.FRESH, function* ({ passages }) {
  const nonces = readIn(at(passages, 'issuerConfig'), 'issuer-config-response').map(({ nonce }) => nonce)
  if (nonces.length < 2) return cannotTell('fewer than two sessions were opened')
  for (const [i, nonce] of nonces.entries()) {
    const before = nonces.indexOf(nonce)
    if (before < i)
      yield finding(
        '/nonce',
        'a nonce of its own in every session',
        `session ${i + 1} has that of session ${before + 1}`,
      )
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [fresh]
