import { gzipSync } from 'node:zlib'
import type { EndpointHandler, HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { coseLabels } from '../../../../protocol/cbor/cose.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer } from '../../../sd-jwt/test-authority.ts'
import { writePlain } from '../../../sd-jwt-vc/served-types.ts'
import { type ListChange, makeListToken, sampleIndex } from '../../../token-status-list/sample.ts'
import { issuerChanges, listChanges, type PresentationChange } from '../../verifier/probes.ts'
import { createServedTypes, type PresentedType, type TypeCounts } from './served-types.ts'

/** What is asked for: a list, the metadata of the issuer, type metadata, or anything without TLS where the lists have it. */
export type ServedKind = 'list' | 'issuer' | 'type' | 'plain'

/** A request for one of them, and how it was answered. */
export interface ListCall {
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** What it does otherwise. */
  readonly change?: PresentationChange
  readonly kind: ServedKind
}

/** The status lists that generated credentials refer to: each has an address of its own, so that none comes out of a cache. */
export interface StatusLists {
  /** Opens the list of one credential, and returns the claim that refers to it. */
  readonly open: (issuer: string, change?: PresentationChange) => JsonObject
  /** Opens the type metadata of one credential, if its type is below the address, and returns its claims about them. */
  readonly openType: (type: PresentedType, change?: PresentationChange) => JsonObject | undefined
  /** The requests for lists with this change, or for lists without any. */
  readonly select: (change?: PresentationChange) => readonly ListCall[]
  /** The requests for the metadata of the issuer in sessions with this change, or in those without any. */
  readonly selectIssuer: (change?: PresentationChange) => readonly ListCall[]
  /** The requests for type metadata in such sessions: the first ones, and those that show that the first were used. */
  readonly selectTypes: (change?: PresentationChange) => TypeCounts
  /** The requests without TLS in such sessions. */
  readonly selectPlain: (change?: PresentationChange) => readonly ListCall[]
  /** The issuer whose metadata are served, and its private key, which is in them alone. */
  readonly published?: PublishedIssuer
  /** Passes on every further request. */
  readonly watch: (listener: (call: ListCall) => void) => void
  readonly handle: EndpointHandler
}

export interface PublishedIssuer {
  readonly id: string
  readonly key: Jwk
}

interface OpenList {
  readonly issuer: string
  /** The key of the issuer, where it publishes it. */
  readonly signer?: Jwk
  readonly change?: PresentationChange
}

/** Requests for lists that are kept. */
const mostCalls = 10_000

/** Redirections that are served one after the other: browsers follow 20, and command-line tools 50. */
export const mostRedirections = 100

const otherList = 'https://status.example/another-list'
const countDays = (days: number): number => days * 86_400
const without = (...names: readonly string[]): ListChange => ({
  claims: (all) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))),
})

/** What a list does otherwise than the usual one. */
const contents: { readonly [K in PresentationChange]?: (now: number) => ListChange } = {
  revoked: () => ({ statuses: { [sampleIndex]: 1 } }),
  'second-revoked': () => ({ statuses: { [sampleIndex]: 1 } }),
  suspended: () => ({ statuses: { [sampleIndex]: 2 } }),
  'list-expired': (now) => ({ claims: (all) => ({ ...all, iat: now - countDays(3), exp: now - countDays(2) }) }),
  'list-of-another': () => ({ claims: (all) => ({ ...all, sub: otherList }) }),
  'list-signed-by-another': () => ({ key: keys.other }),
  'list-of-another-type': () => ({ header: (all) => ({ ...all, typ: 'JWT' }) }),
  'list-without-sub': () => without('sub'),
  'list-without-iat': () => without('iat'),
  'list-without-list': () => without('status_list'),
  'list-of-another-time': (now) => ({ claims: (all) => ({ ...all, iat: now + 3600 }) }),
  'list-noted': () => ({
    header: (all) => ({ ...all, 'x-note': 'a' }),
    claims: (all) => ({ ...all, 'x-note': 'a' }),
    structure: (all) => ({ ...all, 'x-note': 'a' }),
  }),
}

/** Changes for which a credential needs a status. */
export const isOfStatus = (change?: PresentationChange): boolean =>
  change !== undefined &&
  (change === 'beyond-list' || change in contents || listChanges.some((each) => each === change))

/** Changes of the metadata of the issuer. */
export const isOfIssuerMetadata = (change?: PresentationChange): boolean =>
  issuerChanges.some((each) => each === change)

const accepts = ({ headers }: HttpRequest, name: string, text: string): boolean =>
  headers[name]?.toLowerCase().includes(text) === true

/** Whether a verifier that asked for its list in this way can be tried with a change. */
export function isListFitting(change: PresentationChange, request: HttpRequest): boolean {
  if (change === 'list-compressed') return accepts(request, 'accept-encoding', 'gzip')
  return change !== 'list-of-another-time' || isTime(readTime(request))
}

const readTime = ({ url }: HttpRequest): string | undefined => new URL(url).searchParams.get('time') ?? undefined

const isTime = (time?: string): boolean => time !== undefined && /^\d{1,12}$/.test(time)

/** What is wrong with a request for a list (Token Status List, sections 8.1 and 8.4). */
export function findListProblem({ request }: ListCall): string | undefined {
  if (request.method !== 'GET') return `the method is ${request.method}`
  const time = readTime(request)
  return time === undefined || isTime(time) ? undefined : '`time` is no count of seconds'
}

/** A list as a JWT; as a CWT, where nothing else is asked for. */
function writeList(uri: string, { issuer, change, signer }: OpenList, format: 'jwt' | 'cwt', now: number): string {
  const own: ListChange = change === undefined ? {} : (contents[change]?.(now) ?? {})
  const certificate = certifyIssuer(issuer)
  const x5c = format === 'jwt' && !signer ? { x5c: [certificate.toString('base64')] } : {}
  return makeListToken({
    key: signer ?? keys.issuer,
    ...own,
    format,
    bits: 2,
    header: (all) => ({ ...all, kid: 'issuer-key', ...x5c, ...own.header?.(all) }),
    parts: ([head = null, , ...rest]) => [head, new Map(signer ? [] : [[coseLabels.x5chain, certificate]]), ...rest],
    ...(change === 'list-aggregated' && { structure: (all) => ({ ...all, aggregation_uri: `${uri}/all` }) }),
    claims: (all) => {
      const usual = { ...all, sub: uri, iat: now - 60, exp: now + countDays(1) }
      return own.claims?.(usual) ?? usual
    },
  })
}

const anyOrigin = { 'access-control-allow-origin': '*' }

const respond = (status: number, more: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...anyOrigin, ...more },
  body: '{}',
})

function giveList(uri: string, list: OpenList, request: HttpRequest, now: number): HttpResponse {
  const isCwt = accepts(request, 'accept', 'statuslist+cwt') && !accepts(request, 'accept', 'statuslist+jwt')
  const text = writeList(uri, list, isCwt ? 'cwt' : 'jwt', now)
  const headers = { 'content-type': `application/statuslist+${isCwt ? 'cwt' : 'jwt'}`, ...anyOrigin }
  const isPacked = list.change === 'list-compressed'
  if (!isCwt && !isPacked) return { status: 200, headers, body: text }
  const octets = isCwt ? Buffer.from(text, 'hex') : Buffer.from(text)
  const sent = isPacked ? gzipSync(octets) : octets
  const coding = isPacked ? { 'content-encoding': 'gzip' } : {}
  return { status: 200, headers: { ...headers, ...coding }, body: sent.toString(), octets: sent.toString('base64') }
}

/** A list, or what is below its address. */
function giveChanged(uri: string, rest: string | undefined, list: OpenList, request: HttpRequest, now: number) {
  if (list.change === 'list-moved' && !rest) return respond(302, { location: `${uri}/moved` })
  if (list.change === 'list-aggregated' && rest) return giveAggregated(uri, rest, list, request, now)
  return giveList(uri, list, request, now)
}

/** The aggregation of a list (Token Status List, section 9), and the lists that it names: the first cannot be read. */
function giveAggregated(uri: string, rest: string, list: OpenList, request: HttpRequest, now: number): HttpResponse {
  if (rest === '/other') return giveList(`${uri}/other`, { issuer: list.issuer }, request, now)
  const body = rest === '/all' ? JSON.stringify({ status_lists: [`${uri}/unread`, `${uri}/other`] }) : 'no status list'
  return { ...respond(200, { 'content-type': `application/${rest === '/all' ? 'json' : 'statuslist+jwt'}` }), body }
}

const insertWellKnown = (issuer: string): string => {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname.replace(/\/$/, '')}`
}

/** The metadata of the issuer (SD-JWT VC, section 4), which must not be kept: they change from session to session. */
function giveMetadata(
  { id: issuer, key: own }: PublishedIssuer,
  change: PresentationChange | undefined,
  count: number,
): HttpResponse {
  if (change === 'issuer-endless' && count < mostRedirections)
    return respond(302, { location: insertWellKnown(issuer) })
  if (change === 'issuer-moved-plain') return respond(302, { location: writePlain(insertWellKnown(issuer)) })
  const { kty = '', crv = '', x = '', y = '' }: Jwk = change === 'issuer-other-key' ? keys.other : own
  const key = { kty, crv, x, y, kid: 'issuer-key', alg: 'ES256' }
  const named = { issuer: change === 'issuer-other' ? 'https://other.example' : issuer }
  const content = { ...(change !== 'issuer-unnamed' && named), jwks: { keys: [key] } }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...anyOrigin }
  const status = change === 'issuer-error' ? 404 : change === 'issuer-endless' ? 500 : 200
  return { status, headers, body: JSON.stringify(content) }
}

/** Makes lists below an address, and gives the metadata of an issuer that is below it. */
export function createStatusLists(base: string, now: () => number, published?: PublishedIssuer): StatusLists {
  const lists = new Map<string, OpenList>()
  const calls: ListCall[] = []
  let listen = (_: ListCall): void => {}
  let current: PresentationChange | undefined
  const types = createServedTypes(base)
  const selectBy =
    (kind: ServedKind) =>
    (change?: PresentationChange): readonly ListCall[] =>
      calls.filter((each) => each.change === change && each.kind === kind)
  const [select, selectIssuer, selectPlain] = [selectBy('list'), selectBy('issuer'), selectBy('plain')]
  const metadataUrl = published && insertWellKnown(published.id)
  const nameKind = (url: string): ServedKind => {
    if (new URL(url).protocol !== new URL(base).protocol) return 'plain'
    // An address with the slash that had to be removed is one of the issuer as well.
    if (url.replace(/\/$/, '') === metadataUrl) return 'issuer'
    return types.find(url) ? 'type' : 'list'
  }
  const answer = (request: HttpRequest): HttpResponse => {
    const { href, pathname } = new URL(request.url, base)
    const [, path = '', rest] = /(\/lists\/\d+)(\/moved|\/all|\/unread|\/other)?$/.exec(pathname) ?? []
    const document = types.find(href)
    if (document) return document
    if (published && href === metadataUrl) return giveMetadata(published, current, selectIssuer(current).length)
    const list = lists.get(path)
    if (!list || list.change === 'list-missing') return respond(404)
    if (list.change === 'list-unavailable') return respond(503)
    const uri = `${base}${path}`
    if (list.change !== 'list-endless') return giveChanged(uri, rest, list, request, now())
    return select(list.change).length < mostRedirections ? respond(302, { location: uri }) : respond(404)
  }
  return {
    select,
    selectIssuer,
    selectPlain,
    selectTypes: (change) => types.count(selectBy('type')(change).map(({ request: { url } }) => url)),
    openType: types.open,
    ...(published && { published }),
    watch: (listener) => {
      listen = listener
    },
    open: (issuer, change) => {
      current = change
      const path = `/lists/${lists.size + 1}`
      lists.set(path, { issuer, ...(published && { signer: published.key }), ...(change && { change }) })
      return { status_list: { idx: change === 'beyond-list' ? 1_000_000 : sampleIndex, uri: `${base}${path}` } }
    },
    handle: async (request) => {
      const response = answer(request)
      const url = new URL(request.url, base).href
      const kind = nameKind(url)
      const change = kind === 'list' ? lists.get(/\/lists\/\d+/.exec(url)?.[0] ?? '')?.change : current
      const call = { request: { ...request, url }, response, kind, ...(change && { change }) }
      if (calls.length < mostCalls) calls.push(call)
      listen(call)
      return response
    },
  }
}
