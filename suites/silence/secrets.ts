import type { Context } from '../../src/model/check.ts'
import { at, type Exchange, isAnswered, type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { Endpoint, Fields } from '../../src/model/wire.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/protocol/json.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'

/** A place in a message of somebody under test, and what stands there. */
export interface Place {
  readonly at: string
  readonly texts: readonly string[]
}

/** Opaque, and long enough that nobody says it by chance (RFC 6750, section 2.1). */
const opaque = /^[\w.~+/=-]{16,}$/

/** The session tokens with which identity apps called. */
export function tokensIn(
  { passages }: Pick<Exchange, 'passages'>,
  { decide }: Pick<Context, 'decide'>,
): readonly string[] {
  const header = decide(TOKEN_HEADER).toLowerCase()
  const values = at(passages, 'validate').map(({ hop }) => hop.asked.headers[header]?.split(/\s+/).at(-1) ?? '')
  return opaqueOf(values)
}

/** The codes of all sessions. One that is also the name of a dataset is no secret. */
export function codesIn({ passages }: Pick<Exchange, 'passages'>): readonly string[] {
  const configs = readIn(passages, 'issuer-config-response')
  const names = new Set(configs.map(({ credential_identifier: name }) => name))
  const given = [...configs.map(({ nonce }) => nonce), ...readIn(passages, 'offer').map(codeIn)]
  return opaqueOf(given.filter((code) => !names.has(code)))
}

/** The code in an offer. */
export function codeIn({ grants }: JsonObject): JsonValue | undefined {
  const grant = isObject(grants) ? grants['urn:ietf:params:oauth:grant-type:pre-authorized_code'] : undefined
  return isObject(grant) ? grant['pre-authorized_code'] : undefined
}

/** The identity numbers of those who shared. */
export const uidsIn = ({ uids }: Pick<Exchange, 'uids'>): readonly string[] =>
  [...new Set(Object.values(uids))].filter((uid) => /^\d{12}$/.test(uid))

const opaqueOf = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && opaque.test(value))),
]

/** Whether a place tells a secret, as a word of its own. */
export const isTold = (secret: string, { texts }: Place): boolean =>
  texts.some((text) =>
    text.split(secret).some((before, i, all) => i + 1 < all.length && isApart(before.at(-1), all[i + 1]?.[0])),
  )

const isApart = (...beside: readonly (string | undefined)[]): boolean =>
  beside.every((sign) => sign === undefined || !/[\w-]/.test(sign))

/** Who calls these makes the address; others are out of a message, or no addresses. */
const addressed: readonly Endpoint[] = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'walletCallback', 'jwks']

/** What anybody may fetch. */
const fetched: readonly Endpoint[] = ['issuerMetadata', 'jwks', 'status']

/** The addresses that those under test called. */
export const addressesIn = ({ passages, tested }: Exchange): readonly Place[] =>
  passages
    .filter(({ hop }) => addressed.includes(hop.endpoint) && tested.has(hop.from))
    .map(({ hop: { endpoint, asked } }) => ({ at: `${endpoint} (address)`, texts: [asked.url, unescaped(asked.url)] }))

/** What those under test let everybody read. */
export const publishedIn = ({ passages, tested }: Exchange): readonly Place[] =>
  passages
    .filter((passage) => fetched.includes(passage.hop.endpoint) && tested.has(passage.hop.to) && isAnswered(passage))
    .map(answerOf)

/** Answers that are no answer to whoever asked with a token: offers, which wallets fetch, and refusals. */
export const answersIn = ({ passages, tested }: Exchange): readonly Place[] =>
  passages
    .filter(({ hop }) => tested.has(hop.to) && (hop.endpoint === 'offer' || (hop.replied?.status ?? 0) >= 400))
    .map(answerOf)

/** What those under test tell others than the issuer, but for a header in which a token was agreed on. */
export const toldOthersIn = ({ passages, tested }: Exchange, agreed: string | undefined): readonly Place[] =>
  passages
    .filter(({ hop }) => (hop.endpoint === 'offerPush' || hop.endpoint === 'walletCallback') && tested.has(hop.from))
    .map(({ hop: { endpoint, asked } }) => ({
      at: `${endpoint} (asked)`,
      texts: [asked.body ?? '', ...valuesBut(agreed, asked.headers)],
    }))

const valuesBut = (header: string | undefined, headers: Fields): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (name === header ? [] : [value]))

/** A status is signed: what it says is inside. */
function answerOf(passage: Passage): Place {
  const { endpoint, replied } = passage.hop
  const inside = readIn([{ ...passage, asked: [] }], 'status-token').map(({ payload }) => JSON.stringify(payload))
  return { at: `${endpoint} (replied)`, texts: [replied?.body ?? '', ...inside] }
}

const unescaped = (url: string): string =>
  url.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
