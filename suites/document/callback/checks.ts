import { type Check, checkArtefact } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { isMdoc } from '../../../protocol/artefacts/open.ts'
import { describeKind, isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { collectIssuances, type Issuance } from '../kit/issuance.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkMessages } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { CERTIFICATES, CREDENTIALS_FIELD, ID_FIELD } from '../request/decisions.ts'
import { FIELD } from './decisions.ts'
import { CALLBACK } from './requirements.ts'

const spellings = ['Credential', 'credential'] as const

/** Lists the elements of `credentials` that are objects, and their places. */
const listElements = ({ credentials }: JsonObject): readonly (readonly [at: string, element: JsonObject])[] =>
  (Array.isArray(credentials) ? credentials : []).flatMap((element, i) =>
    isObject(element) ? [[`/credentials/${i}`, element] as const] : [],
  )

const oneField = checkArtefact(CALLBACK['ONE-FIELD'], 'callback', function* (body, { decide }) {
  const elements = listElements(body)
  if (elements.length === 0) return inconclusive('the callback has no credential')
  const decided = decide(FIELD)
  for (const [at, element] of elements) {
    const names = Object.keys(element)
    const allowed: readonly string[] = decided === 'either' ? spellings : [decided]
    if (names.length === 1 && allowed.includes(names[0] ?? '')) continue
    const other = spellings.find((name) => names.length === 1 && names[0] === name)
    const diagnosis = other && `it is spelled as under callback.field = ${other}`
    yield finding(at, `one member, ${allowed.join(' or ')}`, names.join(', ') || 'no member', diagnosis)
  }
  return undefined
})

const credentialString = checkArtefact(CALLBACK.STRING, 'callback', function* (body, { decide }) {
  const found = listElements(body).flatMap(([at, element]) =>
    spellings.flatMap((name) => (element[name] === undefined ? [] : [[`${at}/${name}`, element[name]] as const])),
  )
  if (found.length === 0) return notApplicable('the callback has no credential')
  const form = decide(CREDENTIAL_FORM)
  // An encrypted value may then be a certificate.
  const isMixed = decide(CERTIFICATES) === 'callback'
  for (const [at, value] of found) {
    if (typeof value !== 'string' || value === '') yield finding(at, 'a non-empty string', describeKind(value))
    else if (!isCompact(value) && !isDer(value) && !isMdoc(value))
      yield finding(at, 'a credential', 'a text of another form')
    else if (form !== 'either' && isEncrypted(value) !== (form === 'encrypted') && !(isMixed && isEncrypted(value))) {
      yield finding(at, form === 'encrypted' ? 'an encrypted credential' : 'a plaintext credential', 'the other')
    }
  }
  return undefined
})

/** Whether a text is a JWS, with or without disclosures, or a JWE. White space and padding are faults of their own. */
const isCompact = (value: string): boolean => /^[\w\s=+/-]+\.[\w\s=+/-]*\.[^{]*$/.test(value)

/** A JWE, or a JWS around one (`response.nesting`). */
const isEncrypted = (value: string): boolean =>
  !value.includes('~') && (isCompactJwe(value) || isCompactJwe(decodePayload(value)))

const isCompactJwe = (value: string): boolean => value.split('.', 6).length === 5

const decodePayload = (value: string): string =>
  Buffer.from(value.split('.', 3)[1] ?? '', 'base64url').toString('latin1')

/** Lists the credentials in a response or a callback. Only strings count. */
const listCredentials = ({ credentials: list }: JsonObject): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((element) => {
    const text = isObject(element) ? (element.Credential ?? element.credential) : element
    return typeof text === 'string' ? [text] : []
  })

/** Whether a string is a certificate in base64. */
const isDer = (text: string): boolean => /^MI[\w+/=\s]+$/.test(text)

/** A callback, and the response that it delivers. */
interface Delivery {
  readonly issuance: Issuance
  readonly body: JsonObject
}

/** A delivery of which the response could be read. */
interface ReadDelivery {
  readonly session: string
  readonly response: JsonObject
  readonly body: JsonObject
}

const isFromApp = ({ message: { from } }: ParsedMessage): boolean => from === 'identity app'

/** Collects the readable callbacks of an app, each with the response that it delivers. */
function collectDeliveries(exchange: Exchange, decide: Decide): readonly Delivery[] {
  const issuances = collectIssuances(exchange)
  return issuances.flatMap((latest) =>
    collectContents(latest.callbacks.filter(isFromApp), 'callback').map((body) => ({
      issuance: chooseResponse(body, latest, issuances, decide),
      body,
    })),
  )
}

/** An app may deliver a response after it got another one: the last one of the session with which the callback agrees counts. */
function chooseResponse(body: JsonObject, latest: Issuance, all: readonly Issuance[], decide: Decide): Issuance {
  const isMixed = decide(CERTIFICATES) === 'callback'
  const own = all.slice(0, all.indexOf(latest) + 1).filter(({ session }) => session === latest.session)
  return own.findLast((each) => findDifference(body, collectDeliverable(each, decide), isMixed) === undefined) ?? latest
}

const collectReadDeliveries = (exchange: Exchange, decide: Decide): readonly ReadDelivery[] =>
  collectDeliveries(exchange, decide).flatMap(({ issuance: { session, response }, body }) =>
    response ? [{ session, response, body }] : [],
  )

/** Whether the credentials are forwarded encrypted, maybe unread. Beside plaintext credentials, encrypted values can be certificates. */
function isForwardedEncrypted({ body }: ReadDelivery, decide: Decide): boolean {
  const texts = listCredentials(body)
  return decide(CERTIFICATES) === 'callback' ? texts.every(isEncrypted) : texts.some(isEncrypted)
}

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== ''

const noDelivery = 'no response could be read together with its callback'

const sameId = checkMessages(CALLBACK['SAME-ID'], function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential id, by decision')
  const deliveries = collectReadDeliveries(exchange, decide).filter(({ response }) => isNonEmptyString(response[field]))
  if (deliveries.length === 0) return inconclusive(noDelivery)
  for (const delivery of deliveries) {
    const { session, response, body } = delivery
    const { credential_identifier: id } = body
    const forwarded = isForwardedEncrypted(delivery, decide) ? listDatasets(exchange, session) : []
    if (!isNonEmptyString(id) || id === response[field] || forwarded.includes(id)) continue
    yield finding('/credential_identifier', 'the credential id of the response', `another, in session ${session}`)
  }
  return undefined
})

/** The datasets that Issuer Config named: all that an app knows of a response that it cannot decrypt. */
const listDatasets = ({ messages }: Exchange, session: string): readonly unknown[] =>
  collectContents(
    messages.filter(({ message }) => message.session === session),
    'issuer-config-response',
  ).map(({ credential_identifier: id }) => id)

const count = checkMessages(CALLBACK.COUNT, function* (exchange, { decide }) {
  const deliveries = collectReadDeliveries(exchange, decide).filter(
    (delivery) => !isForwardedEncrypted(delivery, decide),
  )
  if (deliveries.length === 0) return inconclusive(noDelivery)
  for (const { session, response, body } of deliveries) {
    const expected = listCredentials({ credentials: response[decide(CREDENTIALS_FIELD)] ?? null }).length
    const isMixed = decide(CERTIFICATES) === 'callback'
    const actual = listCredentials(body).filter((text) => !isMixed || !(isEncrypted(text) || isDer(text))).length
    if (actual === expected) continue
    yield finding('/credentials', `${expected}, as in the response`, `${actual}, in session ${session}`)
  }
  return undefined
})

/** What a callback may deliver: the credentials of the response, and the encrypted response itself. */
interface Deliverable {
  readonly credentials: readonly string[] | undefined
  readonly encrypted: readonly string[]
}

function collectDeliverable({ call, response }: Issuance, decide: Decide): Deliverable {
  const wrapped = collectContents([call], 'validation-response').map((body) => body.credential_response)
  const { body = '' } = call.message.response ?? {}
  return {
    credentials: response && listCredentials({ credentials: response[decide(CREDENTIALS_FIELD)] ?? null }),
    encrypted: [body.trim(), ...wrapped.filter(isNonEmptyString)],
  }
}

/** Whether a text is delivered more often than it was received. */
const isRepeated = (texts: readonly string[], received: readonly string[]): boolean =>
  texts.some((text) => {
    const count = (all: readonly string[]): number => all.filter((each) => each === text).length
    return count(texts) > Math.max(1, count(received))
  })

/** The element of a callback that is not in the response, or the credential of the response that is in no element. */
function findDifference(body: JsonObject, { credentials, encrypted }: Deliverable, isMixed: boolean) {
  const texts = listCredentials(body).filter((text) => !(isMixed && (isEncrypted(text) || isDer(text))))
  const isKnown = (text: string): boolean => encrypted.includes(text) || credentials?.includes(text) !== false
  if (texts.some((text) => !isKnown(text))) return 'another text'
  if (isRepeated(texts, [...(credentials ?? []), ...encrypted])) return 'one text twice'
  // A malformed element has requirements of its own.
  const isReadable = texts.length === (Array.isArray(body.credentials) ? body.credentials : []).length || isMixed
  const isWhole = texts.some((text) => encrypted.includes(text)) || credentials?.every((each) => texts.includes(each))
  return texts.length > 0 && isReadable && isWhole === false ? 'one credential is missing' : undefined
}

const exact = checkMessages(CALLBACK.EXACT, function* (exchange, { decide }) {
  const isMixed = decide(CERTIFICATES) === 'callback'
  let compared = 0
  for (const { issuance, body } of collectDeliveries(exchange, decide)) {
    const deliverable = collectDeliverable(issuance, decide)
    if (deliverable.credentials || listCredentials(body).some(isEncrypted)) compared++
    const difference = findDifference(body, deliverable, isMixed)
    if (difference !== undefined)
      yield finding(`${issuance.session}: callback`, 'the credentials of the response, unchanged', difference)
  }
  return compared > 0 ? undefined : inconclusive(noDelivery)
})

export const checks: readonly Check[] = [
  checkSchema(CALLBACK.IDENTIFIER, 'callback'),
  checkSchema(CALLBACK.ARRAY, 'callback'),
  oneField,
  credentialString,
  sameId,
  count,
  exact,
]
