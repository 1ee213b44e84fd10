import { cannotTell, finding } from '../../src/model/check.ts'
import { across, type ExchangeCheck } from '../../src/model/exchange-check.ts'
import { DISCOVERY, URI } from './decisions.ts'
import { LINK } from './requirements.ts'
import { isSameTarget, targetsIn } from './targets.ts'

const target = across(LINK.TARGET, function* ({ passages }, { decide }) {
  if (decide(DISCOVERY) !== 'configured') return cannotTell('it is not said under which name the address is announced')
  const targets = targetsIn(passages)
  if (targets.length === 0) return cannotTell('no deeplink was opened')
  const address = decide(URI)
  for (const each of targets) {
    if (!isSameTarget(each, address)) yield finding('deeplink', 'the configured address', 'another')
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [target]
