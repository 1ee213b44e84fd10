import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import { contentEncryptions } from '../../../../protocol/jose/jwe-content.ts'
import { isKeyTypeOf, keyManagements } from '../../../../protocol/jose/jwe-keys.ts'
import { isP256Key, type Jwk } from '../../../../protocol/jose/jwk.ts'
import { describeWeakKey, isComputableKey } from '../../../../protocol/jose/sound-key.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { isJweAlteration, jweAlterationNames, jweAlterations } from '../../../jose/altered-jwe.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../../../jose/wallet-algorithms.ts'
import { writeNear } from '../../../kit/near-values.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { isEncrypted, listQueries } from '../../values.ts'
import {
  type ChangedOfTwo,
  isNamedParty,
  lastChanges,
  type PresentationChange,
  type ResponseChange,
} from '../../verifier/probes.ts'
import { chooseCredentials, chooseTooFew, isNeeded } from './choose-credentials.ts'
import { chooseType, criticalHeader } from './issue-sd-jwt.ts'
import { canChangeMdoc, presentMdoc } from './present-mdoc.ts'
import { canChangeSdJwt, findDisclosed, presentSdJwt } from './present-sd-jwt.ts'
import type {
  OwnCredential,
  PreparedResponse,
  PresentationTask,
  PresentedChange,
  VpRequest,
  VpWallet,
} from './session.ts'

/** A format of credentials that can be presented. */
interface Presenter {
  readonly present: (task: PresentationTask) => string
  readonly canChange: (change: PresentationChange, task: PresentationTask) => boolean
}

const presenters: ReadonlyMap<string, Presenter> = new Map([
  ['dc+sd-jwt', { present: presentSdJwt, canChange: canChangeSdJwt }],
  ['mso_mdoc', { present: presentMdoc, canChange: canChangeMdoc }],
])

const formats: ReadonlySet<string> = new Set(presenters.keys())

/** The content encryptions that a request names, if its response is encrypted. */
export function listEncryptions({ parameters }: VpRequest): readonly JsonValue[] {
  const { client_metadata: metadata } = parameters
  const encs = isObject(metadata) ? metadata.encrypted_response_enc_values_supported : undefined
  return isEncrypted(parameters) && Array.isArray(encs) ? encs : []
}

/** How responses to a request are encrypted; nothing, if they are not. */
export function chooseEncryption({ parameters }: VpRequest): { readonly key: Jwk; readonly enc: string } | undefined {
  if (!isEncrypted(parameters)) return undefined
  const metadata = isObject(parameters.client_metadata) ? parameters.client_metadata : {}
  const { jwks, encrypted_response_enc_values_supported: encs = ['A128GCM'] } = metadata
  const keys = isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : []
  const key = keys.find((key) => canSeal(key) && isP256Key(key)) ?? keys.find(canSeal)
  const named = Array.isArray(encs) ? encs : []
  const enc = named.find((each) => each === 'A128GCM' || each === 'A256GCM') ?? named.find(isContentEncryption)
  if (!key || typeof enc !== 'string')
    return stop('the request asks for encryption with algorithms that Assay does not support')
  return { key, enc }
}

const isContentEncryption = (enc: JsonValue): boolean => contentEncryptions.some((each) => each === enc)

/** Whether a key is meant for encryption, and by an algorithm that is known here. */
const canSeal = (key: Jwk): boolean =>
  key.use !== 'sig' &&
  keyManagements.some((alg) => alg === key.alg && isKeyTypeOf(key, alg)) &&
  isComputableKey(key) &&
  describeWeakKey(key) === undefined

/** The algorithms that a request announces for holders, as far as the wallet has them; ES256, where it announces none of them. */
function listAlgorithms({ client_metadata: metadata }: JsonObject): readonly WalletAlgorithm[] {
  const formats = isObject(metadata) ? metadata.vp_formats_supported : undefined
  const format = isObject(formats) ? formats['dc+sd-jwt'] : undefined
  const named = isObject(format) ? format['kb-jwt_alg_values'] : undefined
  const known = walletAlgorithms.filter((each) => Array.isArray(named) && named.includes(each))
  return known.length > 0 ? known : ['ES256']
}

/** The algorithms by which a holder can sign beside the usual one: where each credential is an SD-JWT VC for a key. */
export function listOtherAlgorithms(request: VpRequest, wallet: VpWallet): readonly WalletAlgorithm[] {
  const isEvery = listTasks(request, wallet).every(
    ({ query }) => query.format === 'dc+sd-jwt' && query.require_cryptographic_holder_binding !== false,
  )
  return isEvery ? listAlgorithms(request.parameters).slice(1) : []
}

/** Whether a response has one credential, which can be presented again. */
export function isSingle(request: VpRequest, wallet: VpWallet): boolean {
  const [task, ...others] = listTasks(request, wallet)
  return task?.query.format === 'dc+sd-jwt' && task.alg === 'ES256' && others.length === 0
}

/** The only credential of a response, to be presented again. */
export function readPresented({ token }: PreparedResponse): OwnCredential {
  const presented = readText(Object.values(token).flat()[0])
  return { text: presented.slice(0, presented.lastIndexOf('~') + 1), holderKey: keys.holder }
}

const listTasks = (
  { parameters: request, origin }: VpRequest,
  wallet: VpWallet,
  {
    alg = listAlgorithms(request)[0] ?? 'ES256',
    own = wallet.own,
    response,
  }: Pick<PresentedChange, 'alg' | 'own' | 'response'> = {},
  key?: Jwk,
): readonly PresentationTask[] => {
  const query = isObject(request.dcql_query) ? request.dcql_query : stop('the request has no `dcql_query`')
  const { now, issuer } = wallet
  const place = response && tooFew[response]
  const chosen = place ? chooseTooFew(query, formats, place) : chooseCredentials(query, formats)
  return chosen.map((each) => ({
    query: each,
    request,
    alg,
    ...(origin !== undefined && { origin }),
    now: now(),
    issuer,
    ...(wallet.lists?.published && { signer: wallet.lists.published.key }),
    ...(own && { own }),
    ...(wallet.profile.presents && { presents: wallet.profile.presents }),
    ...(key && { encryptionKey: key }),
  }))
}

/** Which credential is left out, with all that could replace it. */
const tooFew: { readonly [K in ResponseChange]?: 'first' | 'last' } = {
  'without-first': 'first',
  'without-last': 'last',
}

/** Whether a response with a change has presentations. */
export const hasPresentations = (request: VpRequest, wallet: VpWallet, response: ResponseChange): boolean =>
  listTasks(request, wallet, { response }).length > 0

const findPresenter = ({ query: { format } }: PresentationTask): Presenter =>
  presenters.get(readText(format)) ?? stop('a format is not presented here')

/** Whether a change of presentations makes a difference for a request. */
export const canChange = (
  change: PresentationChange,
  request: VpRequest,
  wallet: VpWallet,
  isOther?: boolean,
): boolean =>
  (change !== 'recased-nonce' || isCased(request.parameters.nonce)) &&
  placeChange(listTasks(request, wallet, {}, chooseEncryption(request)?.key), change, isOther) !== undefined

/** Whether a request asks for a credential of which several can be presented; with a change, where that makes a difference. */
export const canPresentTwice = (request: VpRequest, wallet: VpWallet, change?: PresentationChange): boolean =>
  placeTwice(listTasks(request, wallet), change) !== undefined

const placeTwice = (tasks: readonly PresentationTask[], change?: PresentationChange): PresentationTask | undefined =>
  tasks
    .filter(isNeededOf)
    .find((each) => each.query.multiple === true && (!change || findPresenter(each).canChange(change, each)))

/** Whether a request is not satisfied without presentations. */
export const needsPresentation = (request: VpRequest, wallet: VpWallet): boolean =>
  listTasks(request, wallet).some(isNeededOf)

const isNeededOf = (
  { query, request: { dcql_query: whole } }: PresentationTask,
  _: number,
  tasks: readonly PresentationTask[],
): boolean =>
  isNeeded(
    query,
    tasks.map((each) => each.query),
    isObject(whole) ? whole : {},
  )

/**
 * What is changed: the first credential for which the change makes a difference, or of several the last. Only one without which the
 * query is not satisfied: any other may be discarded.
 */
function placeChange(
  tasks: readonly PresentationTask[],
  change: PresentationChange,
  isOther = false,
): PresentationTask | undefined {
  const format = tasks[0]?.query.format
  const needed = tasks.filter(isNeededOf).filter(({ query }) => !isOther || query.format !== format)
  const canBe = (kind: PresentationChange) => (task: PresentationTask) => findPresenter(task).canChange(kind, task)
  const own = ofLast[change]
  if (own === undefined) return needed.find(canBe(change))
  return needed.filter((each) => each !== tasks[0]).findLast(canBe(own))
}

const ofLast: { readonly [K in PresentationChange]?: PresentationChange } = lastChanges

function makeToken(
  request: VpRequest,
  wallet: VpWallet,
  { presentation: change, twice, isOther, ...how }: PresentedChange,
): JsonObject {
  const tasks = listTasks(request, wallet, how, chooseEncryption(request)?.key)
  const changed = twice ? placeTwice(tasks, change) : change && placeChange(tasks, change, isOther)
  const present = (each: PresentationTask, isWrong: boolean): string => {
    const own = change && isWrong ? { ...each, change: ofLast[change] ?? change } : each
    const status = wallet.lists?.open(own.issuer, isWrong ? change : undefined)
    const type = each === (changed ?? tasks[0]) ? wallet.lists?.openType(readType(own), change) : undefined
    return findPresenter(each).present({ ...own, ...(status && { status }), ...(type && { type }) })
  }
  const entries = tasks.map((each): [string, JsonValue] => {
    const isWrong = each === changed ? (twice ? ofTwo[twice] : [true]) : [false]
    return [readText(each.query.id), isWrong.map((isOne) => present(each, isOne))]
  })
  return Object.fromEntries(entries)
}

const ofTwo: Readonly<Record<ChangedOfTwo, readonly boolean[]>> = {
  none: [false, false],
  first: [true, false],
  second: [false, true],
  both: [true, true],
}

const readType = ({ query }: PresentationTask) => {
  const disclosed = findDisclosed(query)
  return { uri: chooseType(query), ...(disclosed && { disclosed }) }
}

const takeFirst = (token: JsonObject): JsonValue => {
  const [list] = Object.values(token)
  return (Array.isArray(list) ? list[0] : undefined) ?? ''
}

/** How a VP Token is written otherwise. */
const tokenChanges: { readonly [K in ResponseChange]?: (token: JsonObject) => JsonValue } = {
  empty: () => ({}),
  emptied: (token) => Object.fromEntries(Object.keys(token).map((id) => [id, []])),
  renamed: (token) => Object.fromEntries(Object.entries(token).map(([id, list]) => [`another-${id}`, list])),
  repeated: (token) => {
    const [[id = '', list = []] = []] = Object.entries(token)
    return { ...token, [id]: Array.isArray(list) ? [...list, ...list] : list }
  },
  'as-text': takeFirst,
  'as-array': (token) => [takeFirst(token)],
  unlisted: (token) => {
    const [[id = ''] = []] = Object.entries(token)
    return { ...token, [id]: takeFirst(token) }
  },
}

const isCased = (value: JsonValue | undefined): boolean => /[a-z]/i.test(readText(value))

/** Whether the values of a response have another form: names of queries that no other query has. */
export function canWriteNear(change: ResponseChange, { parameters: { dcql_query: query, state } }: VpRequest): boolean {
  if (change.endsWith('-state')) return change !== 'recased-state' || isCased(state)
  const ids = listQueries(query).map(([, { id }]) => readText(id))
  return ids.every((id) => !ids.includes(writeNear(id, 'id', change)))
}

/** Writes the presentations under names that are nearly those of the queries. */
const renameQueries =
  (change: ResponseChange) =>
  (token: JsonObject): JsonValue =>
    Object.fromEntries(Object.entries(token).map(([id, list]) => [writeNear(id, 'id', change), list]))

/** Writes a response, as a wallet does or with one change. */
export function makeVpResponse(request: VpRequest, wallet: VpWallet, change: PresentedChange = {}): PreparedResponse {
  const state = request.origin === undefined ? request.parameters.state : undefined
  const token = change.token ?? makeToken(request, wallet, change)
  const own = change.response && (tokenChanges[change.response] ?? renameQueries(change.response))
  const usual = change.state ?? (typeof state === 'string' ? writeNear(state, 'state', change.response) : state)
  const stated = change.response === 'other-state' ? 'a-state-of-nowhere-0S6_WzA2' : usual
  const isStated = state !== undefined && change.response !== 'no-state'
  const content: JsonObject =
    change.response === 'error'
      ? { error: 'access_denied', ...(state !== undefined && { state }) }
      : {
          ...(change.response !== 'absent' && { vp_token: own ? own(token) : token }),
          ...(isStated && stated !== undefined && { state: stated }),
          ...(change.response === 'unknown-parameter' && { 'x-note': 'a' }),
        }
  return { token, content: seal(content, request, wallet, change) }
}

/** What the header of an encrypted response has beside the usual. */
const encryptionHeaders: { readonly [K in ResponseChange]?: JsonObject } = {
  'noted-encryption': { 'x-note': 'a' },
  'critical-encryption': criticalHeader,
}

const ofEncryption: ReadonlySet<string | undefined> = new Set([
  ...jweAlterationNames,
  ...Object.keys(encryptionHeaders),
  'plain',
  'other-agreement',
])

/** Whether a change is about how a response is encrypted, and whether it makes a difference. */
export const isOfEncryption = (response: ResponseChange | undefined): boolean =>
  ofEncryption.has(response) || isNamedParty(response)
export function canSealOtherwise(response: ResponseChange | undefined, request: VpRequest): boolean {
  const encryption = chooseEncryption(request)
  return (
    encryption !== undefined &&
    (!(response === 'other-agreement' || isNamedParty(response)) ||
      readText(encryption.key.alg).startsWith('ECDH-ES')) &&
    // ISO/IEC 18013-7 has a meaning of its own for these parameters.
    !(
      isNamedParty(response) &&
      listQueries(request.parameters.dcql_query).some(([, { format }]) => format === 'mso_mdoc')
    )
  )
}

/** The parameters of a response, encrypted where the request asks for it. */
function seal(
  content: JsonObject,
  request: VpRequest,
  { random }: VpWallet,
  { response, enc }: PresentedChange,
): JsonObject {
  const encryption = chooseEncryption(request)
  if (!encryption || response === 'plain' || response === 'error') return content
  const { key } = encryption
  const alg = readText(key.alg)
  const header = {
    alg: response === 'other-agreement' ? (alg === 'ECDH-ES' ? 'ECDH-ES+A128KW' : 'ECDH-ES') : alg,
    enc: enc ?? encryption.enc,
    ...(response && encryptionHeaders[response]),
    ...(typeof key.kid === 'string' && { kid: key.kid }),
    ...(isNamedParty(response) && { [response]: 'YXNzYXk' }),
  }
  const jwe = writeJwe({ plaintext: JSON.stringify(content), header, key, random })
  return { response: isJweAlteration(response) ? jweAlterations[response].alter(jwe) : jwe }
}
