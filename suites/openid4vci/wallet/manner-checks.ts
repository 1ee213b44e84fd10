import type { SessionResult } from '../../../model/check.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { concludeOn } from '../../kit/results.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { mostRedirections } from './credential-probes.ts'
import { VCIWALLET } from './requirements.ts'
import { isSuccess, listAuthorizations, listCalls, nameCalls, readAnswer, readPath } from './seen.ts'

/** Judges what a wallet says of itself, how long it waits, and whether it stops. */
export function* checkManner(session: WalletSession): Generator<SessionResult> {
  const requests = listCalls(session, 'issuerMetadata')
  if (requests.length > 0) yield* checkHeaders(requests)
  yield* checkWaiting(session)
  for (const endpoint of ['credential', 'deferred'] as const) yield* checkEnd(listCalls(session, endpoint), session)
  yield* checkScopes(session)
  yield* checkKeys(listCalls(session, 'keys'))
}

function* checkHeaders(calls: readonly WalletCall[]): Generator<SessionResult> {
  const has = (name: string): boolean => calls.some(({ request }) => request.headers[name] !== undefined)
  yield concludeOn(VCIWALLET.ACCEPT, has('accept'), 'there is no `Accept`')
  yield concludeOn(VCIWALLET.LANGUAGE, has('accept-language'), 'there is no `Accept-Language`')
  const languages = calls.flatMap(({ request }) => request.headers['accept-language'] ?? [])
  if (languages.length > 0)
    yield concludeOn(
      VCIWALLET['LANGUAGE-TAG'],
      languages.every(isLanguages),
      '`Accept-Language` is not a list of language tags',
    )
}

/** Ranges of languages (RFC 3066, section 2.5), each with a weight or without one. */
const isLanguages = (text: string): boolean =>
  text
    .split(',')
    .every((each) => /^\s*(?:\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=[01](?:\.\d{0,3})?\s*)?$/i.test(each))

/** Milliseconds by which clocks and networks may differ. */
const tolerance = 100

function* checkWaiting(session: WalletSession): Generator<SessionResult> {
  const calls = listCalls(session, 'credential', 'deferred')
  for (const [i, call] of calls.entries()) {
    const { interval, transaction_id: id } = isSuccess(call) ? readAnswer(call) : {}
    const next = calls.slice(i + 1).find((each) => each.endpoint === 'deferred' && isAbout(session.read(each), id))
    if (typeof interval !== 'number' || !next) continue
    const isLate = next.at - call.at + tolerance >= 1000 * interval
    yield concludeOn(VCIWALLET.INTERVAL, isLate, `it comes again after ${Math.max(next.at - call.at, 0)} ms`)
  }
}

/** Whether a deferred request is about a transaction; a wallet may wait for several at once. */
const isAbout = (content: JsonObject | undefined, id: JsonValue | undefined): boolean => content?.transaction_id === id

/** The credential that is denied may not be requested again; another one may be. */
function* checkEnd(calls: readonly WalletCall[], { read }: WalletSession): Generator<SessionResult> {
  const denied = calls.findIndex((call) => readAnswer(call).error === 'credential_request_denied')
  const first = calls[denied]
  if (!first) return
  const own = nameSubject(read(first))
  const isEnd = calls.slice(denied + 1).every((each) => nameSubject(read(each)) !== own)
  yield concludeOn(VCIWALLET.DENIED, isEnd, 'it sends another request to the same endpoint')
}

const nameSubject = (content: JsonObject | undefined): string =>
  JSON.stringify(
    ['transaction_id', 'credential_identifier', 'credential_configuration_id'].map((name) => content?.[name] ?? null),
  )

/** A browser asks by OPTIONS first. */
const reading = ['GET', 'HEAD', 'OPTIONS']

/** How the metadata of the issuer of a credential are asked for. */
function* checkKeys(calls: readonly WalletCall[]): Generator<SessionResult> {
  if (calls.length === 0) return
  const wrong = calls.find((call) => !reading.includes(call.request.method) || readPath(call).endsWith('/'))
  yield concludeOn(VCIWALLET['KEYS-ASKED'], wrong === undefined, `it asks by ${wrong ? nameCalls([wrong]) : ''}`)
  if (calls.some(isMovedHere))
    yield concludeOn(VCIWALLET['KEYS-LOOP'], calls.length <= mostRedirections, `${calls.length} redirects are followed`)
}

/** Whether a call was redirected to an address with the same scheme. */
const isMovedHere = ({ request, response: { status, headers } }: WalletCall): boolean =>
  status === 302 && headers.location?.split(':', 1)[0] === request.url.split(':', 1)[0]

/** The configuration that is requested is one whose scope was in the authorization request. */
function* checkScopes(session: WalletSession): Generator<SessionResult> {
  const forms = listAuthorizations(session)
  if (forms.length === 0 || !forms.every((each) => each.has('scope') && !each.has('authorization_details'))) return
  const scopes = new Set(forms.flatMap((each) => (each.get('scope') ?? '').split(' ')))
  const { credential_configurations_supported: all } = session.metadata
  for (const call of listCalls(session, 'credential')) {
    const id = session.read(call)?.credential_configuration_id
    const own = typeof id === 'string' && isObject(all) && Object.hasOwn(all, id) ? all[id] : undefined
    if (!isObject(own)) continue
    const isWanted = typeof own.scope === 'string' && scopes.has(own.scope)
    yield concludeOn(VCIWALLET.SCOPED, isWanted, 'its `scope` was not in the authorization request')
  }
}
