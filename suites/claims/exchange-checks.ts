import { cannotTell, finding, leniently, notHere } from '../../src/model/check.ts'
import { across, type ExchangeCheck } from '../../src/model/exchange-check.ts'
import { isObject } from '../../src/protocol/json.ts'
import { readingOf } from '../disclosure/reading.ts'
import { distinct, issuancesIn } from '../issuance.ts'
import { isClaimName } from './claim-set.ts'
import { ADDRESS } from './decisions.ts'
import { CLAIMS } from './requirements.ts'

/** An address that holds its parts discloses them all at once: each needs a disclosure of its own as well. */
const address = across(CLAIMS.ADDRESS, function* (exchange, context) {
  const isText = context.decide(ADDRESS) === 'text'
  const credentials = distinct(issuancesIn(exchange).flatMap(({ credentials: own }) => own))
  if (credentials.length === 0) return cannotTell('no credential could be read')
  const known = credentials.map((credential) => readingOf(credential, context).claims)
  const addressed = known.flatMap((claims) => {
    const one = claims.find(({ name }) => name === 'Address')
    return one ? [{ value: one.value, names: new Set(claims.map(({ name }) => name)) }] : []
  })
  if (addressed.length === 0) return notHere('`Address` is not disclosed')
  for (const { value, names } of addressed) {
    if (!isObject(value)) continue
    const tied = Object.keys(value).filter((name) => isClaimName(name) && !names.has(name))
    if (tied.length > 0)
      yield finding('Address', 'parts that can be disclosed without it', `${tied.join(', ')} in it alone`)
  }
  const isRemarked = isText && addressed.some(({ value }) => isObject(value))
  return isRemarked ? leniently('`Address` is an object, and its parts stand beside it as well') : undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [address]
