import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import {
  across,
  at,
  type ExchangeCheck,
  isAnswered,
  type Passage,
  readIn,
  sessionsIn,
} from '../../src/model/exchange-check.ts'
import { parseJsonObject } from '../../src/protocol/json.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { PATH } from '../callback/decisions.ts'
import { BUILDER } from './decisions.ts'
import { FLOW } from './requirements.ts'

/** The encrypted requests in a validation call, as texts. */
const requestsIn = ({ asked }: Passage): readonly string[] =>
  asked.filter(({ kind }) => kind === 'encrypted-request').map(({ text }) => text)

const forwarded = across(FLOW.FORWARDED, function* (exchange, { decide }) {
  if (decide(BUILDER) !== 'wallet') return notHere('the identity app builds the request, by decision')
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    for (const call of at(own, 'validate').filter(({ hop }) => hop.from === 'identity app')) {
      const links = at(own, 'deeplink').filter(({ hop }) => hop.number < call.hop.number)
      const sent = readIn(links, 'deeplink').flatMap(({ parameters }) => parameters.map(([, value]) => value))
      if (sent.length === 0) continue
      for (const text of requestsIn(call)) {
        compared++
        if (!sent.includes(text)) yield finding(`${session}: validate`, 'the request of the wallet', 'another text')
      }
    }
  }
  return compared > 0 ? undefined : cannotTell('no request was seen both in a deeplink and in a validation call')
})

/** Whether a validation succeeded, as far as the identity app can see: there is something to deliver. */
const isSuccess = (passage: Passage): boolean =>
  isAnswered(passage) &&
  readIn([passage], 'validation-response').some(
    ({ credential_response: sealed }) => typeof sealed === 'string' && sealed !== '',
  )

const before = (passages: readonly Passage[], number: number): readonly Passage[] =>
  passages.filter(({ hop }) => hop.number < number)

const delivered = across(FLOW.DELIVERED, function* (exchange) {
  let validations = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const where = `${session}: callback`
    const calls = at(own, 'validate').filter(({ hop }) => hop.replied !== undefined && hop.from === 'identity app')
    validations += calls.length
    if (calls.length === 0) continue
    const validated = calls.filter(isAnswered)
    const callbacks = at(own, 'walletCallback').filter(({ hop }) => hop.from === 'identity app')
    // What got no good answer may be sent once more.
    const arrived = callbacks.filter(isAnswered)
    const isExtra = ({ hop }: Passage): boolean =>
      before(arrived, hop.number).length >= before(validated, hop.number).length
    if (callbacks.length === 0 && validated.some(isSuccess)) yield finding(where, 'one callback', 'none')
    if (callbacks.some(isExtra)) yield finding(where, 'one callback for a validation that succeeded', 'more')
  }
  return validations > 0 ? undefined : cannotTell('no validation was answered')
})

const pathIn = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '')

/** Whether a call hands over credentials, wherever the caller should have called. */
function isDelivery({ hop: { endpoint, asked } }: Passage, path: string): boolean {
  if (endpoint === 'walletCallback') return true
  const read = attempt(() => parseJsonObject(asked.body ?? ''))
  return pathIn(asked.url).endsWith(path) && 'value' in read && Array.isArray(read.value.credentials)
}

const source = across(FLOW.SOURCE, function* ({ passages, tested }, { decide }) {
  const deliveries = passages.filter((each) => isDelivery(each, decide(PATH)))
  for (const { hop } of deliveries) {
    if (hop.from === 'identity app' || !tested.has(hop.from)) continue
    yield finding(`${hop.session}: callback`, 'a call of the identity app', 'a call of somebody else')
  }
  // Nobody tells an issuer where the wallet backend is.
  if (!tested.has('wallet')) return notHere('nobody under test but the identity app knows where the wallet backend is')
  if (deliveries.length === 0) return cannotTell('nobody called the wallet backend')
  // Only a cast that is wholly ours has a credential manager under test: in that one everybody is known.
  const isKnown = !tested.has('identity app') || tested.has('credential manager')
  return isKnown ? undefined : cannotTell('a call does not say whether the wallet or the identity app sent it')
})

/** An mDOC is CBOR, and begins as a map or an array. */
function isCbor(text: string): boolean {
  const [first = 0] = Buffer.from(text.slice(0, 4), 'base64url')
  return /^[\w-]+=*$/.test(text) && first >= 0x80 && first < 0xc0
}

/** A JWT begins with a header in JSON. Whether all of it is well written is asked elsewhere. */
function isJwt(text: string): boolean {
  const [header = '', ...rest] = text.split('.', 2)
  return rest.length > 0 && Buffer.from(header, 'base64url').toString().trimStart().startsWith('{')
}

const format = across(FLOW.FORMAT, function* ({ passages }) {
  const credentials = at(passages, 'validate').flatMap(({ replied }) =>
    replied.filter(({ kind, withheld }) => kind === 'credential' && withheld === undefined),
  )
  if (credentials.length === 0) return cannotTell('no credential was opened')
  for (const { at: place, text } of credentials) {
    if (!isJwt(text) && !isCbor(text)) yield finding(place, 'an SD-JWT or an mDOC', 'something else')
  }
  return undefined
})

export const deliveryChecks: readonly ExchangeCheck[] = [forwarded, delivered, source, format]
