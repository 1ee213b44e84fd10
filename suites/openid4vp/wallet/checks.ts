import type { SessionResult } from '../../../model/check.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { readDeeplink } from '../../../protocol/artefacts/deeplink.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  readText,
} from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { openJweWithAny, readJwe } from '../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { needsSignature, readClientId } from '../../../protocol/openid4vp/client-id.ts'
import { readForm } from '../../../protocol/openid4vp/http-request.ts'
import { readParameters } from '../../../protocol/openid4vp/parameters.ts'
import { listPresentations, readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { type ClaimPath, readIssuedClaims, selectClaims } from '../../../protocol/sd-jwt-vc/claim-path.ts'
import { listProblem } from '../../kit/results.ts'
import type { PresentationCall, PresentationSession } from '../actors/presentation-session.ts'
import { listAlternatives, readPath } from '../presented.ts'
import { listQueries } from '../values.ts'
import { VPWALLET } from './requirements.ts'
import { isQueryKept } from './returns.ts'

/** The calls at one of these places. */
export const listCallsAt = (
  { calls }: Pick<PresentationSession, 'calls'>,
  ...places: readonly PresentationCall['place'][]
): readonly PresentationCall[] => calls.filter(({ place }) => places.includes(place))

/** Whether a response presents something: whether it has a VP Token, or what cannot be opened. */
export function isPresentation(session: PresentationSession, call: PresentationCall): boolean {
  const content: JsonObject = session.read(call)
  return content.error === undefined && (content.vp_token !== undefined || content.response !== undefined)
}

/** The codes of the errors that a wallet sent. */
export const listErrors = (session: PresentationSession): readonly unknown[] =>
  listCallsAt(session, 'response', 'elsewhere').flatMap((call) => session.read(call).error ?? [])

/** The encrypted responses in sessions. */
export const listSealed = (sessions: readonly PresentationSession[]): readonly string[] =>
  sessions.flatMap((each) => listCallsAt(each, 'response', 'elsewhere')).flatMap(({ request }) => readSealed(request))

/** The encrypted response in a form, or in what the Digital Credentials API returned; none, if there is none. */
function readSealed({ body = '' }: HttpRequest): readonly string[] {
  const form = attempt(() => (body.startsWith('{') ? parseJsonObject(body) : readParameters(readForm(body))))
  return 'value' in form && typeof form.value.response === 'string' ? [form.value.response] : []
}

/** Judges whether the keys of the request decrypt what is sent. */
export function* checkKey(session: PresentationSession, keys: readonly Jwk[]): Generator<SessionResult> {
  for (const text of listSealed([session])) {
    const read = attempt(() => openJweWithAny(readJwe(text), keys))
    const isOther = 'problem' in read && read.problem.code === 'jwe-decrypt'
    if (isOther || 'value' in read) yield listProblem(VPWALLET.KEY, isOther ? 'no key of the request decrypts it' : '')
  }
}

/** Judges what a wallet sends around its responses. */
export function* checkPresentationSession(session: PresentationSession): Generator<SessionResult> {
  if (session.origin !== undefined) return // its response has nothing around it
  yield* checkFetch(session)
  yield* checkSigningAlgorithms(session)
  yield* checkNoClaims(session)
  yield* checkUtf8(session)
  yield* checkNoSoftware(session)
}

/** Judges whether a header field names the software of a wallet. That of the browser which is sent back is another. */
function* checkNoSoftware(session: PresentationSession): Generator<SessionResult> {
  for (const { request } of listCallsAt(session, 'request', 'response')) {
    const names = Object.entries(request.headers)
      .filter(([name, value]) => /^(user-agent|x-powered-by)$/i.test(name) && value.trim() !== '')
      .map(([name]) => name.toLowerCase())
    yield listProblem(VPWALLET['NO-SOFTWARE'], names.length > 0 ? `a request has the field ${names.join(', ')}` : '')
  }
}

/** Judges the encoding of what is posted. */
function* checkUtf8({ calls }: PresentationSession): Generator<SessionResult> {
  for (const { request } of calls.filter(({ request }) => request.method === 'POST')) {
    const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '') ?? []
    const body = request.body ?? ''
    const isText = !body.includes('\ufffd') && decodePercents(body) !== undefined
    const isGood = isText && /^(utf-?8|us-ascii)$/i.test(charset)
    yield listProblem(VPWALLET.UTF8, isGood ? '' : 'a request is not encoded in UTF-8')
  }
}

/** Judges how a request object was fetched. */
function* checkFetch(session: PresentationSession): Generator<SessionResult> {
  const requests = listCallsAt(session, 'request').map(({ request }) => request)
  if (requests.length === 0) return
  const { request_uri_method: wanted, request_uri: address } = readParameters(readDeeplink(session.link).parameters)
  const allowed = wanted === 'post' ? ['GET', 'POST'] : ['GET']
  const isWhole = requests.some(({ url }) => isQueryKept(url, readText(address)))
  const methods = [...new Set(requests.map(({ method }) => method))]
  const isGood = methods.some((method) => allowed.includes(method))
  const problem = isGood
    ? 'the query of `request_uri` is missing'
    : `the request object is requested by ${methods.join(', ')}`
  yield listProblem(VPWALLET.FETCH, isGood && isWhole ? '' : problem)
}

/** Judges the errors of a wallet about a request with one cause. */
export function* checkErrors(session: PresentationSession, codes: readonly string[]): Generator<SessionResult> {
  const errors = listErrors(session)
  if (errors.length === 0) return
  const row = VPWALLET['ERROR-CODE']
  const isGood = errors.some((error) => codes.some((code) => code === error))
  yield isGood ? { row } : { row, problem: `the error is another one than ${codes.join(' or ')}` }
}

const algorithms = 'request_object_signing_alg_values_supported'

/** Judges whether the metadata that are posted name algorithms for request objects, where the client may sign them. */
function* checkSigningAlgorithms({ link, calls }: PresentationSession): Generator<SessionResult> {
  const client = readClientId(readText(readParameters(readDeeplink(link).parameters).client_id))
  for (const metadata of listCallsAt({ calls }, 'request').flatMap(readPostedMetadata)) {
    const isNamed = metadata[algorithms] !== undefined
    if (client.prefix === 'redirect_uri')
      yield listProblem(VPWALLET['NO-SIGNING-ALGS'], isNamed ? `the metadata has \`${algorithms}\`` : '')
    else if (needsSignature(client))
      yield listProblem(VPWALLET['SIGNING-ALGS'], isNamed ? '' : `the metadata has no \`${algorithms}\``)
  }
}

/** What is posted for a request object. */
function readPosted({ request: { body = '' } }: PresentationCall): JsonObject {
  const read = attempt(() => readParameters(readForm(body)))
  return 'value' in read ? read.value : {}
}

/** The metadata in a request for a request object. */
function readPostedMetadata(call: PresentationCall): readonly JsonObject[] {
  const { wallet_metadata: metadata } = readPosted(call)
  return isObject(metadata) ? [metadata] : []
}

/** The nonces with which a wallet asked for its request object. */
export const listWalletNonces = (session: PresentationSession): readonly JsonValue[] =>
  listCallsAt(session, 'request').flatMap((call) => readPosted(call).wallet_nonce ?? [])

/** Says whether each session has a `wallet_nonce` of its own; nothing, where fewer than two have one. */
export function checkNonces(sessions: readonly PresentationSession[]): readonly SessionResult[] {
  const nonces = sessions.flatMap((each) => [...new Set(listWalletNonces(each))])
  if (nonces.length < 2) return []
  const isShared = new Set(nonces).size < nonces.length
  return [listProblem(VPWALLET['OWN-NONCE'], isShared ? 'two sessions have the same' : '')]
}

/** A shorter value may be in a header field for another reason. */
const shortest = 5

/** Judges whether claims that were presented are in other places as well. */
function* checkNoClaims(session: PresentationSession): Generator<SessionResult> {
  const sent = listCallsAt(session, 'response').filter((call) => isPresentation(session, call))
  const isChosenByVerifier = createWordFinder([session.link, ...sent.map(({ request }) => request.url)])
  const values = sent
    .flatMap((call) => listSdJwts(session, call))
    .flatMap(([, sdJwt]) => listDisclosed(sdJwt))
    .filter((value) => !isChosenByVerifier(value))
  if (values.length === 0) return
  const places = session.calls.flatMap(({ place, request: { url, headers, body = '' } }) => [
    url,
    ...Object.entries(headers).flatMap(([name, text]) => (name.toLowerCase() === 'accept-language' ? [] : [text])),
    ...(place === 'request' ? [body] : []),
  ])
  const isShown = values.some(createWordFinder(places))
  yield listProblem(VPWALLET['NO-CLAIMS'], isShown ? 'a claim that is presented is also in another place' : '')
}

/** Finds values in texts, as they are and without percent signs. */
function createWordFinder(places: readonly string[]): (value: string) => boolean {
  const texts = places.flatMap((each) => [each, decodePercents(each.replaceAll('+', ' ')) ?? ''])
  return (value) => texts.some((each) => hasWord(each, value))
}

/** Whether a value is in a text, and is no part of a longer word. */
function hasWord(text: string, value: string): boolean {
  const at = text.indexOf(value)
  return at >= 0 && !/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ' '}${text[at + value.length] ?? ' '}`)
}

/** A text without percent signs; nothing, if it is not encoded in UTF-8. */
function decodePercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The texts that an SD-JWT discloses. */
const listDisclosed = ({ disclosures }: AnySdJwt): readonly string[] =>
  disclosures.flatMap(({ content }) => {
    const value = Array.isArray(content) ? content.at(-1) : undefined
    return typeof value === 'string' && value.length >= shortest ? [value] : []
  })

/** The SD-JWTs of a response, by the ids of their queries. */
const listSdJwts = (session: PresentationSession, call: PresentationCall): readonly (readonly [string, AnySdJwt])[] =>
  listPresentations(session.read(call)).flatMap(({ id, value }) => {
    const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
    return 'value' in read ? [[id, read.value] as const] : []
  })

/** Whether a wallet has signed hashes of transaction data. */
export const hasHashes = (session: PresentationSession): boolean =>
  [...listShown(session).values()].some(
    ({ keyBinding }) =>
      keyBinding && 'jws' in keyBinding && keyBinding.jws.payload.transaction_data_hashes !== undefined,
  )

/** The SD-JWTs that were presented in a session. */
export const listShown = (session: PresentationSession): ReadonlyMap<string, AnySdJwt> =>
  new Map(listCallsAt(session, 'response').flatMap((call) => listSdJwts(session, call)))

function showsAll(sdJwt: AnySdJwt, claims: readonly JsonObject[]): boolean {
  const issued = readIssuedClaims(sdJwt)
  return claims.every((claim) => issued && selectClaims(issued, readPath(claim) as ClaimPath).claims.length > 0)
}

/** Judges which of several sets of claims is presented by a wallet that has presented all of them before. */
export function* checkPreferred(session: PresentationSession, before: PresentationSession): Generator<SessionResult> {
  const had = listShown(before)
  for (const [id, sdJwt] of listShown(session)) {
    const query = listQueries(session.parameters.dcql_query).find(([, each]) => each.id === id)?.[1]
    const known = had.get(id)
    if (!query || !Array.isArray(query.claim_sets) || !known) continue
    const [first = []] = listAlternatives(query)
    if (!showsAll(known, first)) continue
    yield listProblem(
      VPWALLET.PREFERRED,
      showsAll(sdJwt, first) ? '' : 'another set of claims than the first is presented',
    )
  }
}
