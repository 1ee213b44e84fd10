import type { Check } from '../../../model/check.ts'
import { type Finding, finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { collectIssuances, removeDuplicates } from '../kit/issuance.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { MessageEndpoint } from '../model/endpoints.ts'
import type { ErrorLeak, Exchange } from '../model/exchange.ts'
import { findErrorLeaks, readPersonalValues } from '../population/error-leaks.ts'
import { readAllWays } from '../population/readings.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'
import { AUTH_CALLBACK } from './decisions.ts'
import { collectTexts, hasIdentityNumber, listDigests, listTraces } from './identity-number.ts'
import { SILENT } from './requirements.ts'
import {
  collectCodes,
  collectDeviceIds,
  collectIdentityNumbers,
  collectImpersonalRequests,
  collectMadeCodes,
  collectOffers,
  collectOffersAndErrors,
  collectPublicResponses,
  collectRequestsToOthers,
  collectRequestsToWallets,
  collectResponseHeaders,
  collectSessionTokens,
  collectUrls,
  dropGiven,
  hasSecret,
  type MessagePart,
} from './secrets.ts'

/** Finds the parts that contain a secret. The secret itself is never part of a finding. */
function* findLeaks(parts: readonly MessagePart[], secrets: readonly string[], what: string): Generator<Finding> {
  for (const { at, texts } of secrets.length > 0 ? parts : []) {
    const isLeak = (text: string): boolean => secrets.some((secret) => hasSecret(text, secret))
    if (texts.some((text) => Iterator.from(readAllWays(text)).some(isLeak))) yield finding(at, `no ${what}`, 'one')
  }
}

/** The endpoints that identity apps call: a token may come back to them, in a cookie for instance. */
const appEndpoints: readonly MessageEndpoint[] = ['issuerConfig', 'validate', 'walletCallback']

const token = checkMessages(SILENT.TOKEN, function* (exchange, context) {
  const header = context.decide(TOKEN_HEADER).toLowerCase()
  const agreed = context.decide(AUTH_CALLBACK) === 'bearer' ? header : undefined
  const parts = [
    ...collectUrls(exchange),
    ...collectPublicResponses(exchange),
    ...collectOffersAndErrors(exchange),
    ...collectResponseHeaders(exchange).filter(({ endpoint }) => !appEndpoints.includes(endpoint)),
    ...collectRequestsToOthers(exchange, header, agreed),
  ]
  const tokens = collectSessionTokens(exchange, context)
  if (parts.length === 0) return notApplicable('the target sent no message that could leak a session token')
  if (tokens.length === 0) return inconclusive('no session token was seen that is long enough to search for')
  yield* findLeaks(parts, tokens, 'session token')
  for (const { session, endpoint } of selectLeaks(exchange, 'session token'))
    yield finding(`${session}: ${endpoint} (error)`, 'no session token', 'one')
  return undefined
})

const person = checkMessages(SILENT.PERSON, function* (exchange) {
  const parts = [...collectUrls(exchange), ...collectPublicResponses(exchange)]
  const uids = collectIdentityNumbers(exchange)
  if (parts.length === 0)
    return notApplicable('the target sent no message that could leak a code or an identity number')
  if (uids.length === 0) return inconclusive('the identity numbers of the holders are not known')
  // A part is read in every encoding, so that a hash is found as its octets.
  const traces = uids.flatMap((uid) => [uid, ...listDigests(uid).map((octets) => octets.toString('latin1'))])
  yield* findLeaks([...parts, ...collectResponseHeaders(exchange)], traces, 'identity number')
  // OFFER-MEANINGLESS is about codes that are to be decoded.
  if (collectMadeCodes(exchange).some((code) => uids.some((uid) => containsNumber(code, uid))))
    yield finding('the code of Issuer Config', 'no identity number', 'one')
  const own = dropGiven(traces, exchange) // an issuer may make identifiers of it
  yield* findLeaks([...collectImpersonalRequests(exchange), ...collectOffers(exchange)], own, 'identity number')
  yield* findLeaks(parts, collectCodes(exchange), 'pre-authorised code')
  return undefined
})

const device = checkMessages(SILENT.DEVICE, function* (exchange) {
  const parts = collectRequestsToWallets(exchange)
  const ids = collectDeviceIds(exchange)
  if (parts.length === 0) return inconclusive('no offer and no callback was seen')
  if (ids.length === 0) return notApplicable('no identifier of a device is long enough to search for')
  yield* findLeaks(parts, ids, 'identifier of a device')
  return undefined
})

/** Whether a text contains a number that is not a part of a longer one. */
const containsNumber = (text: string, number: string): boolean =>
  text.includes(number) && new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text)

const number = checkMessages(SILENT.NUMBER, function* (exchange) {
  const credentials = removeDuplicates(collectIssuances(exchange).flatMap(({ credentials: own }) => own))
  const uids = collectIdentityNumbers(exchange).map((uid) => ({ uid, traces: listTraces(uid) }))
  if (credentials.length === 0) return inconclusive('no credential could be read')
  if (uids.length === 0) return inconclusive('the identity numbers of the holders are not known')
  for (const { at, text } of credentials.flatMap(collectTexts)) {
    if (uids.some(({ uid, traces }) => hasIdentityNumber(text, uid, traces)))
      yield finding(at, 'no identity number', 'one, or its encoding or hash')
  }
  return undefined
})

const errors = checkExchange(SILENT.ERRORS, function* (exchange, { decide }) {
  const claims = new Set(exchange.messages.flatMap((each) => readPersonalValues(each, decide)))
  if (claims.size === 0) return inconclusive('no credential was read with a claim that is long enough to search for')
  const responses = exchange.messages.filter(({ message }) => message.to === 'issuer')
  const own = responses.flatMap((each) => findErrorLeaks(each, { token: '', claims }))
  for (const { session, endpoint } of [...own, ...selectLeaks(exchange, 'claims')])
    yield finding(`${session}: ${endpoint} (error)`, 'no claim of the holder', 'one')
  return undefined
})

const selectLeaks = ({ population }: Exchange, kind: ErrorLeak['what']): readonly ErrorLeak[] =>
  (population?.leaks ?? []).filter(({ what }) => what === kind)

export const checks: readonly Check[] = [token, person, device, number, errors]
