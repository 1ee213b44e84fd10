import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents, selectMessagesTo } from '../../../model/exchange.ts'
import { type CheckContext, finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { SKEW } from '../credential/decisions.ts'
import { readClaims } from '../disclosure/reading.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { isTimestamp } from '../kit/times.ts'
import { checkMessages } from '../model/check.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { BODY } from './decisions.ts'
import { STATUS } from './requirements.ts'

/** The claims that identify a holder. */
const identifyingClaims: ReadonlySet<string> = new Set([
  ...['ResidentName', 'LocalResidentName', 'Dob', 'Email', 'Mobile', 'EnrolmentNumber'],
  ...['CareOf', 'Address', 'LocalAddress', 'MaskedUID', 'MaskedEmail', 'MaskedMobile'],
])

/** The length from which a value is not in a response by accident. */
const shortestValue = 6

/** Collects the identifying claims of a credential. */
export const collectHolderValues = (credential: SdJwt, context: CheckContext): readonly string[] =>
  readClaims(credential, context).claims.flatMap(({ name, value }) =>
    identifyingClaims.has(name) && typeof value === 'string' && value.length >= shortestValue ? [value] : [],
  )

const readPayload = (parsed: ParsedMessage): JsonObject | undefined =>
  collectContents([{ ...parsed, request: [] }], 'status-token')[0]?.payload

/** Neither the clock of the caller nor that of the run is right: a time that agrees with one of them is accepted. */
const punctual = checkMessages(STATUS.PUNCTUAL, function* ({ messages }, { now, decide }) {
  if (decide(BODY) === 'any') return notApplicable('status responses have another format, by decision')
  const skew = Number(decide(SKEW))
  const read = selectMessagesTo(messages, 'status').flatMap((parsed) => {
    const payload = readPayload(parsed)
    return payload ? [{ payload, message: parsed.message }] : []
  })
  if (read.length === 0) return inconclusive('no status response could be read')
  for (const { payload, message } of read) {
    const sent = message.sentAt / 1000
    const [earliest, latest] = [Math.min(sent, now ?? sent), Math.max(sent, now ?? sent) + message.milliseconds / 1000]
    const at = `in session ${message.session}`
    if (isTimestamp(payload.exp) && payload.exp < earliest - skew)
      yield finding('/payload/exp', 'a time that has not passed', `${Math.ceil(earliest - payload.exp)} s ago, ${at}`)
    for (const name of ['iat', 'nbf']) {
      const time = payload[name]
      if (isTimestamp(time) && time > latest + skew)
        yield finding(`/payload/${name}`, 'a time that has come', `in ${Math.ceil(time - latest)} s, ${at}`)
    }
  }
  return undefined
})

const nameless = checkMessages(STATUS.NAMELESS, function* (exchange, context) {
  const answers = selectMessagesTo(exchange.messages, 'status')
  if (answers.length === 0) return inconclusive('no status was requested')
  const credentials = collectIssuances(exchange).flatMap(({ credentials }) => credentials)
  const values = new Set(credentials.flatMap((each) => collectHolderValues(each, context)))
  if (values.size === 0) return inconclusive('no credential could be read')
  for (const parsed of answers) {
    const text = `${parsed.message.response?.body ?? ''} ${listStrings(readPayload(parsed)).join(' ')}`
    if ([...values].some((value) => text.includes(value)))
      yield finding('status (response)', 'no claim of the holder', `one, in session ${parsed.message.session}`)
  }
  return undefined
})

/** Every string in a payload, at any depth. */
function listStrings(payload: JsonObject | undefined): readonly string[] {
  const found: string[] = []
  JSON.stringify(payload ?? {}, (_, value: unknown) => {
    if (typeof value === 'string') found.push(value)
    return value
  })
  return found
}

/** Checks of status responses against the exchange in which they were sent. */
export const statusExchangeChecks: readonly ExchangeCheck[] = [punctual, nameless]
