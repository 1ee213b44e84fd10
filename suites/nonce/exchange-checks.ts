import { cannotTell, finding } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, isAnswered } from '../../src/model/exchange-check.ts'
import { NONCE } from './requirements.ts'

const uncached = across(NONCE.UNCACHED, function* ({ passages }) {
  const answers = at(passages, 'nonce').filter(isAnswered)
  if (answers.length === 0) return cannotTell('no nonce was given')
  for (const { hop } of answers) {
    const control = hop.replied?.headers['cache-control']
    if (!/\bno-store\b/i.test(control ?? '')) yield finding('Cache-Control', 'no-store', control ?? 'nothing')
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [uncached]
