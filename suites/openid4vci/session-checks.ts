import { isDeepStrictEqual } from 'node:util'
import type { SessionResult } from '../../model/check.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { nameCoseAlgorithm } from '../../protocol/cbor/cose.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { decodeUtf8 } from '../../protocol/encoding/utf8.ts'
import { openJwe, readJwe } from '../../protocol/jose/jwe.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readMdoc } from '../../protocol/mdoc/recognise.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { readIssuedClaims } from '../../protocol/sd-jwt-vc/claim-path.ts'
import { explainUnusedParties } from '../jose/altered-jwe.ts'
import { describeWrongJwe } from '../jose/jwe-rules.ts'
import { explainComputed, explainSalts } from '../kit/guessable-values.ts'
import { checkRandom, concludeOn, listProblem } from '../kit/results.ts'
import { MDOC } from '../mdoc/requirements.ts'
import { SDJWT } from '../sd-jwt/requirements.ts'
import type { StatusPlace } from '../token-status-list/check-place.ts'
import { type IssuedContent, nameKey, readIssued } from './issued-credential.ts'
import { VCIENC, VCINONCE, VCISIGNED, VCIUSE } from './requirements.ts'

/** The encryption that a request asks for, with the private key. */
export interface WantedEncryption {
  readonly jwk: Jwk
  readonly enc: string
  readonly privateKey: Jwk
}

/** A response to a credential request, as it came. */
export interface ReceivedCredentials {
  readonly status: number
  readonly mediaType: string
  readonly body: string
  readonly wanted?: WantedEncryption
}

/** Its content, decrypted if it was encrypted. */
export interface OpenedResponse {
  readonly content?: JsonObject
  readonly results: readonly SessionResult[]
}

export const isCompactJwe = (body: string): boolean => /^[\w-]+(?:\.[\w-]*){4}$/.test(body.trim())

/** Reads a response, and says whether it is encrypted as the request asks. */
export function openResponse({ status, mediaType, body, wanted }: ReceivedCredentials): OpenedResponse {
  const plain = attempt(() => parseJsonObject(body.trim()))
  const isIssuance = status >= 200 && status <= 299
  if ('value' in plain) {
    const isIssued = isIssuance && (plain.value.credentials !== undefined || plain.value.transaction_id !== undefined)
    const about = wanted
      ? concludeOn(VCIENC.WANTED, false, 'the response is in plain text')
      : concludeOn(VCIENC.PLAIN, true, '')
    const isError = wanted !== undefined && status >= 400 && status < 500
    return {
      content: plain.value,
      results: [...(isIssued ? [about] : []), ...(isError ? [{ row: VCIENC.ERROR }] : [])],
    }
  }
  if (!isCompactJwe(body)) {
    const isUnread = isIssuance && wanted !== undefined
    return {
      results: isUnread ? [concludeOn(VCIENC.READABLE, false, 'the response is neither JSON nor a compact JWE')] : [],
    }
  }
  if (status >= 400) return { results: [concludeOn(VCIENC.ERROR, false, 'the error is encrypted')] }
  if (!wanted) return { results: [concludeOn(VCIENC.PLAIN, false, 'the response is encrypted')] }
  return openEncrypted(body.trim(), mediaType, wanted)
}

function openEncrypted(body: string, mediaType: string, { jwk, enc, privateKey }: WantedEncryption): OpenedResponse {
  const jwe = attempt(() => readJwe(body))
  if ('problem' in jwe) return { results: [concludeOn(VCIENC.READABLE, false, jwe.problem.message)] }
  const { header } = jwe.value
  const about = [
    concludeOn(VCIENC.WANTED, true, ''),
    listProblem(VCIENC.FORM, describeWrongJwe({ jwe: jwe.value, key: jwk })),
    concludeOn(VCIENC.TYPE, mediaType === 'application/jwt', `the media type is ${show(mediaType)}`),
    concludeOn(VCIENC.ALG, header.alg === jwk.alg, `\`alg\` is ${show(header.alg)} instead of ${show(jwk.alg)}`),
    concludeOn(VCIENC.ENC, header.enc === enc, `\`enc\` is ${show(header.enc)} instead of ${show(enc)}`),
    concludeOn(VCIENC.ZIP, header.zip === undefined, `\`zip\` is ${show(header.zip)}, and the request has none`),
    concludeOn(VCIENC.KID, header.kid === jwk.kid, `\`kid\` is ${show(header.kid)}`),
  ]
  const opened = attempt(() => parseJsonObject(decodeUtf8(openJwe(jwe.value, privateKey))))
  if ('problem' in opened) {
    const problem = explainUnusedParties(jwe.value, privateKey) ?? opened.problem.message
    return { results: [...about, concludeOn(VCIENC.READABLE, false, problem)] }
  }
  return { content: opened.value, results: [...about, concludeOn(VCIENC.READABLE, true, '')] }
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value.slice(0, 40)}\`` : value === undefined ? 'absent' : 'no string'

/** The credentials in a response. */
export const listCredentials = ({ credentials }: JsonObject): readonly JsonValue[] =>
  (Array.isArray(credentials) ? credentials : []).flatMap((each) =>
    isObject(each) && each.credential !== undefined ? [each.credential] : [],
  )

/** Compares what was issued with the keys for which it was requested. */
export function* checkIssued(
  content: JsonObject,
  configuration: JsonObject,
  keys: readonly Jwk[],
): Generator<SessionResult> {
  const { format } = configuration
  const credentials = listCredentials(content)
  if (credentials.length === 0) return
  if (keys.length > 0)
    yield concludeOn(
      VCIUSE.COUNT,
      credentials.length <= keys.length,
      `${credentials.length} credentials for ${keys.length} keys`,
    )
  if (format === 'mso_mdoc')
    yield concludeOn(
      VCIUSE.MDOC,
      credentials.every(isMdoc),
      'a credential is not an issuer-signed structure in base64url',
    )
  if (format === 'dc+sd-jwt')
    yield concludeOn(VCIUSE.FORMAT, credentials.every(isCompact), 'a credential is not an SD-JWT in compact form')
  const read = credentials.map(readIssued)
  const all = read.filter((each) => each !== undefined)
  const isFormat = format === 'mso_mdoc' ? isMdoc : format === 'dc+sd-jwt' ? isCompact : () => false
  if (all.length < read.length || !credentials.every(isFormat)) return
  yield* checkConfigured(all, configuration)
  if (configuration.proof_types_supported === undefined && keys.length === 0 && format === 'dc+sd-jwt')
    yield concludeOn(
      VCIUSE.UNBOUND,
      all.every(({ holder }) => holder === 'none'),
      'it has `cnf`',
    )
  if (all.length > 1) yield* compareCredentials(credentials, all)
  if (keys.length === 0) return
  yield* checkHolders(
    all.map(({ holder }) => holder),
    new Set(keys.map(nameKey)),
  )
}

const isCompact = (one: JsonValue): boolean =>
  typeof one === 'string' && 'value' in attempt(() => readAnySdJwt(one)) && one.includes('~') && !one.startsWith('{')

const isMdoc = (one: JsonValue): boolean => {
  const isText = typeof one === 'string' && /^[\w-]+$/.test(one)
  const read = attempt(() => readMdoc(isText ? one : ''))
  return 'value' in read && read.value.has('issuerAuth')
}

/** Compares the credentials of one response. */
function* compareCredentials(
  credentials: readonly JsonValue[],
  all: readonly IssuedContent[],
): Generator<SessionResult> {
  const salts = all.map((each) => new Set(each.salts))
  const count = new Set(salts.flatMap((each) => [...each])).size
  const isShared = count < salts.reduce((sum, { size }) => sum + size, 0)
  yield concludeOn(VCIUSE['BATCH-SALTS'], !isShared, 'two credentials have the same salt')
  const places = checkPlaces(VCIUSE['BATCH-STATUS'], credentials)
  if (places) yield places
  const [first, ...others] = all.map(({ dataset }) => dataset)
  if (all.some(({ dataset }) => dataset === undefined)) return
  const isSame = others.every((each) => isDeepStrictEqual(each, first))
  yield concludeOn(VCIUSE['SAME-DATASET'], isSame, 'the claims of two credentials differ')
  const times = all.map((each) => each.times)
  const shared = times[0]?.find((time, i) => isExact(time) && times.every((each) => each[i] === time))
  yield concludeOn(VCIUSE['BATCH-TIMES'], shared === undefined, 'they have the same time to the second')
}

/** The digests of a credential in their order, with the names of their claims; nothing, where one is not known. */
function listDigests(credential: JsonValue) {
  const read = attempt(() => readAnySdJwt(readText(credential)))
  const issued = 'value' in read ? readIssuedClaims(read.value) : undefined
  const digests = issued && Array.isArray(issued.payload._sd) ? issued.payload._sd.map(readText) : []
  const names = digests.map((digest) => readText(issued?.open(digest)?.[1]))
  return names.length > 1 && !names.includes('') ? { digests, names: names.join('\n'), count: names.length } : undefined
}

/** The rows about the random values of credentials, by the format of these. */
const saltRows = [
  { isFormat: isCompact, once: SDJWT['SALT-ONCE'], random: SDJWT['SALT-RANDOM'] },
  { isFormat: isMdoc, once: MDOC['RANDOM-ONCE'], random: MDOC['RANDOM-GUESSED'] },
] as const

/** Says of all credentials whether their salts are new and random. One for the same key may be the same one again. */
export function* checkSalts(credentials: readonly JsonValue[], now: number): Generator<SessionResult> {
  for (const { isFormat, once, random } of saltRows) {
    const all = [...new Set(credentials)].filter(isFormat).flatMap((each) => readIssued(each) ?? [])
    const holders = Map.groupBy(all, ({ holder }, i) => (holder === undefined || holder === 'none' ? `${i}` : holder))
    const own = [...holders.values()].map((some) => new Set(some.flatMap(({ salts }) => salts)))
    const salts = own.flatMap((each) => [...each])
    if (own.length > 1) yield concludeOn(once, new Set(salts).size === salts.length, 'two credentials have the same')
    if (salts.length > 0) yield listProblem(random, explainSalts(salts) ?? explainComputed(salts, { now }) ?? '')
  }
}

/** The probability that as many random orders are the same, below which they are not random. */
const rarest = 1e-9

const countOrders = (count: number): number => (count < 2 ? 1 : count * countOrders(count - 1))

const isSorted = ({ digests }: { readonly digests: readonly string[] }): boolean =>
  digests.every((each, i) => (digests[i - 1] ?? '') <= each)

/** Says whether the digests of all credentials are in one order of their claims, where it is not that of the digests. */
export function checkOrder(credentials: readonly JsonValue[]): SessionResult | undefined {
  const read = [...new Set(credentials)].map(listDigests)
  const known = read.filter((each) => each !== undefined)
  const [first] = known
  if (!first || known.length < read.length || countOrders(Math.min(first.count, 20)) ** (1 - known.length) > rarest)
    return undefined
  const isShared = known.every(({ names }) => names === first.names) && !known.every(isSorted)
  return concludeOn(SDJWT.SHUFFLED, !isShared, 'the digests of all credentials are in the order of the claims')
}

/** Says whether each offer has an address of its own, unless none may be kept. */
export function checkOffers(
  offers: readonly { readonly uri: string; readonly response: HttpResponse }[],
): SessionResult | undefined {
  if (offers.length < 2) return undefined
  const shared = [...Map.groupBy(offers, ({ uri }) => uri).values()].find(
    (some) => new Set(some.map(({ response }) => response.body)).size > 1,
  )
  const isKept = shared?.some(({ response }) => !/no-store|no-cache/i.test(response.headers['cache-control'] ?? ''))
  return concludeOn(VCIUSE['OFFER-ADDRESS'], isKept !== true, 'two offers have the same URL, and may be stored')
}

/** The characters of an error of the token endpoint (RFC 6749, section 5.2). */
const errorTexts = { error_description: /^[ !#-[\]-~]*$/, error_uri: /^[!#-[\]-~]*$/ } as const

/** Looks at the words of an error, which it need not have. */
export function checkErrorText(content: JsonObject): SessionResult {
  const wrong = Object.entries(errorTexts).find(([name, characters]) => {
    const { [name]: text } = content
    return text !== undefined && !(typeof text === 'string' && characters.test(text))
  })
  return listProblem(VCIUSE['TOKEN-ERROR-TEXT'], wrong ? `\`${wrong[0]}\` has characters that are not allowed` : '')
}

/** Codes of errors of a token endpoint in the registry "OAuth Extensions Error". */
const errorCodes = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'invalid_target', 'invalid_authorization_details', 'invalid_dpop_proof', 'use_dpop_nonce'],
  ...['use_attestation_challenge', 'invalid_client_attestation', 'use_fresh_attestation', 'access_denied'],
  ...['unsupported_response_type', 'invalid_request_uri', 'invalid_request_object', 'request_not_supported'],
  ...['request_uri_not_supported', 'server_error', 'temporarily_unavailable', 'interaction_required'],
  ...['login_required', 'consent_required', 'account_selection_required', 'registration_not_supported'],
  ...['authorization_pending', 'slow_down', 'expired_token', 'unmet_authentication_requirements'],
  ...['insufficient_user_authentication', 'invalid_redirect_uri', 'unauthorized_redirect_uri'],
])

/** Looks at the code of an error; nothing, where there is none. */
export const checkErrorCode = ({ error }: JsonObject): readonly SessionResult[] =>
  typeof error === 'string'
    ? [listProblem(VCIUSE['TOKEN-ERROR-CODE'], errorCodes.has(error) ? '' : `it is ${show(error)}`)]
    : []

const listPlaces = (credentials: readonly JsonValue[]): readonly StatusPlace[] =>
  [...new Set(credentials)].flatMap((each) => readIssued(each)?.place ?? [])

const listDifferent = (places: readonly StatusPlace[]): readonly StatusPlace[] => [
  ...new Map(places.map((place) => [`${place.idx} ${place.uri}`, place])).values(),
]

/** Says whether each credential has a place of its own in status lists; nothing, where fewer than two have one. */
export function checkPlaces(row: Requirement, credentials: readonly JsonValue[]): SessionResult | undefined {
  const places = listPlaces(credentials)
  if (places.length < 2) return undefined
  return listProblem(row, listDifferent(places).length === places.length ? '' : 'two credentials have the same')
}

/** As many credentials as are not numbered one after the other by accident. */
const fewestCounted = 4

/** Says whether the indices of credentials in a status list count up; nothing, where too few are in one list. */
export function checkCounting(row: Requirement, credentials: readonly JsonValue[]): SessionResult | undefined {
  const places = listDifferent(listPlaces(credentials))
  const [first, ...others] = places
  if (!first || places.length < fewestCounted || others.some(({ uri }) => uri !== first.uri)) return undefined
  const indices = places.map(({ idx }) => idx)
  const isCounted = indices.every((index, i) => index === first.idx + i)
  return listProblem(row, isCounted || isRising(indices) ? 'they count up' : '')
}

/** As many indices as show that they rise. */
const fewestRising = 16

/** How many times sigma fewer pairs are swapped than in random order: by accident less than once in 100,000 times. */
const leastSigma = 4.25

/** Whether indices rise by a few each time. Sessions side by side, and those that were not kept, leave gaps and swap some. */
function isRising(indices: readonly number[]): boolean {
  const count = indices.length
  if (count < fewestRising || Math.max(...indices) - Math.min(...indices) > 8 * count) return false
  const swapped = indices.flatMap((index, i) => indices.slice(i + 1).filter((later) => later < index)).length
  const [mean, sigma] = [(count * (count - 1)) / 4, Math.sqrt((count * (count - 1) * (2 * count + 5)) / 72)]
  return swapped < mean - leastSigma * sigma
}

/** Whether a time is not rounded to minutes. The last second of a minute may end a day. */
const isExact = (time: JsonValue): boolean => typeof time === 'number' && time % 60 !== 0 && (time + 1) % 60 !== 0

/** What the metadata says of credentials before there are any. */
function* checkConfigured(
  all: readonly IssuedContent[],
  { format, vct, doctype, credential_signing_alg_values_supported: algs }: JsonObject,
): Generator<SessionResult> {
  const [row, name, type] =
    format === 'mso_mdoc' ? ([VCIUSE.DOCTYPE, 'docType', doctype] as const) : ([VCIUSE.VCT, 'vct', vct] as const)
  const other = all.find(({ types }) => !types.includes(type))
  if (typeof type === 'string') yield concludeOn(row, !other, `\`${name}\` is ${show(other?.types[0])}`)
  if (!Array.isArray(algs)) return
  const known = new Set<unknown>(
    algs.map((each) => nameAlgorithm(typeof each === 'string' ? each : nameCoseAlgorithm(each))),
  )
  const foreign = all.flatMap(({ algorithms }) => algorithms).find((alg) => !known.has(nameAlgorithm(alg)))
  yield concludeOn(VCIUSE['SIGNING-ALG'], foreign === undefined, `\`alg\` is ${show(foreign)}`)
}

/** RFC 9864 has two names for what was one. */
const nameAlgorithm = (alg: unknown): unknown => (alg === 'Ed25519' ? 'EdDSA' : alg)

/** A key may be named by `kid` or by another member as well: then nothing can be compared. */
function* checkHolders(holders: readonly (string | undefined)[], known: ReadonlySet<string>): Generator<SessionResult> {
  if (holders.includes(undefined)) return
  const isForeign = holders.some((each) => each === undefined || !known.has(each))
  const isRepeated = new Set(holders).size < holders.length
  const problem = isForeign
    ? 'a credential is not bound to a key of the request'
    : 'two credentials are bound to the same key'
  yield concludeOn(VCIUSE.BOUND, !isForeign && !isRepeated, problem)
}

/** Characters below which no text has 128 bits (RFC 6749, section 10.10), whatever they are. */
const fewestCharacters = 20

/** Texts of sessions that have to be random, and too long to be guessed. */
export function checkSecrets(row: Requirement, texts: readonly string[]): SessionResult | undefined {
  const own = checkRandom(row, texts)
  if (!own || own.problem !== undefined) return own
  return checkLength(row, texts) ?? own
}

function checkLength(row: Requirement, texts: readonly string[]): SessionResult | undefined {
  const longest = Math.max(...texts.map(({ length }) => length))
  if (longest < fewestCharacters) return { row, problem: `it has ${longest} characters, too few for 128 bits` }
  return undefined
}

/** Texts that must not be guessed, though a session may get what another has. */
export function checkGuessed(row: Requirement, texts: readonly string[], now: number): SessionResult | undefined {
  if (texts.length < 2) return undefined
  const problem = explainComputed(texts, { now, least: 2 })
  return problem === undefined ? (checkLength(row, texts) ?? { row }) : { row, problem }
}

/** Nonces that may have an order by which the next can be known. */
const fewestNonces = 4

/** Says whether nonces are computed. */
export const checkNonces = (nonces: readonly string[], now: number): SessionResult | undefined =>
  new Set(nonces).size < fewestNonces ? undefined : listProblem(VCINONCE.FRESH, explainComputed(nonces, { now }) ?? '')

/** Looks for the parameters of plain metadata in the signed form; drafts have that form in the plain one. */
export function checkWhole(plain: JsonObject, signed: JsonObject): SessionResult {
  const missing = Object.keys(plain).filter((name) => name !== 'signed_metadata' && signed[name] === undefined)
  const names = missing.slice(0, 3).map((name) => `\`${name.slice(0, 60)}\``)
  return listProblem(VCISIGNED.WHOLE, missing.length === 0 ? '' : `it lacks ${names.join(', ')}`)
}
