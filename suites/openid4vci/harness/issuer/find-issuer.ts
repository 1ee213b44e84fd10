import type { HttpResponse } from '../../../../model/wire.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readJws } from '../../../../protocol/jose/jws.ts'
import { recogniseVci } from '../../../../protocol/openid4vci/recognise.ts'
import { hasMediaType, isSuccess, readBody, type Send, writeResponse } from '../../../../src/harness/calls.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { isLoopback } from '../../../../src/wire/client/address-policy.ts'
import { listProblem } from '../../../kit/results.ts'
import { preAuthorizedGrant } from '../../actors/names.ts'
import { VCIUSE } from '../../requirements.ts'
import type { ReadOffer } from './read-offer.ts'

/** An issuer, and the authorization server that gives its tokens. */
export interface FoundIssuer {
  readonly id: string
  readonly metadata: JsonObject
  readonly server: JsonObject
  readonly tokenEndpoint: string
  /** The metadata of all its authorization servers; nothing, if some were not read. */
  readonly servers?: readonly JsonObject[]
  /** Its origin, if it is on this machine and has no TLS. */
  readonly plainOrigin?: string
}

/** The address that has a well-known path between host and path (RFC 8615, OpenID4VCI 1.0, section 12.2.2). */
export function insertWellKnown(identifier: string, name: string): string {
  const { origin, pathname } = new URL(identifier)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}

const appendWellKnown = (identifier: string, name: string): string =>
  `${identifier.replace(/\/$/, '')}/.well-known/${name}`

const get = (send: Send, url: string, accept = 'application/json') =>
  send({ method: 'GET', url, headers: { accept } }, 'message')

/** The origin of an address on this machine that has no TLS. */
export const readPlainOrigin = (address: unknown): Pick<FoundIssuer, 'plainOrigin'> => {
  const isPlain = typeof address === 'string' && address.startsWith('http:') && URL.canParse(address)
  return isPlain && isLoopback(address) ? { plainOrigin: new URL(address).origin } : {}
}

/** Finds the metadata of the issuer that an offer names, and of its authorization server. The offer is judged in between. */
export async function findIssuer(
  offer: ReadOffer,
  send: Send,
  journal: Journal,
  judgeOffer: (place: FoundMetadata) => void,
): Promise<FoundIssuer> {
  const { issuer: id } = offer
  const place = { id, ...readPlainOrigin(id) }
  const metadata = await readMetadata(place, send, journal)
  judgeOffer({ ...place, metadata })
  const { found, ...server } = await findServer(offer, metadata, send, journal)
  for (const each of found) judgeServer(each, place, journal)
  return { ...place, metadata, ...server }
}

export type FoundMetadata = Pick<FoundIssuer, 'id' | 'metadata' | 'plainOrigin'>

/** A document may be more than the metadata of an authorization server: it is judged as what it was asked for. */
function judgeServer({ response }: Found, { plainOrigin }: Place, { judge }: Journal): void {
  const source = 'the metadata of the authorization server'
  const kind = 'oauth-server-metadata'
  const isKnown = recogniseVci(response.body)?.kind === kind
  if (isKnown) judge(source, writeResponse(response), 'vci-http-response', { plainOrigin })
  else judge(source, response.body, kind, { plainOrigin })
}

/** Judges what says that it is JSON, and cannot be read. Pages and errors say something else. */
function judgeUnread(source: string, response: HttpResponse, kind: ArtefactKind, { judge }: Journal): void {
  if (isSuccess(response) && hasMediaType(response, 'application/json') && !readBody(response))
    judge(source, response.body, kind, {})
}

interface Place {
  readonly id: string
  readonly plainOrigin?: string
}

async function readMetadata({ id, plainOrigin }: Place, send: Send, journal: Journal): Promise<JsonObject> {
  const right = insertWellKnown(id, name)
  const first = await get(send, right)
  const isThere = readContent(first) !== undefined
  const { response, url } = (isThere ? undefined : await findElsewhere(id, first, send)) ?? {
    response: first,
    url: right,
  }
  const content = readContent(response)
  if (!content) {
    judgeUnread('the metadata', first, 'vci-issuer-metadata', journal)
    return stop(`there is no metadata at ${right}: it answers ${first.status}`)
  }
  const misplaced = url === right ? '' : `${first.status} at ${right}, and metadata at ${url}`
  const gets = isThere ? 'gets signed metadata' : `is answered by ${first.status}, and signed metadata are there`
  const isPlain = readBody(response) !== undefined
  journal.mark('the metadata', [
    listProblem(VCIUSE['WELL-KNOWN'], misplaced),
    listProblem(VCIUSE.UNSIGNED, isPlain ? '' : `a request with \`Accept: application/json\` ${gets}`),
  ])
  journal.judge('the metadata', writeResponse(response), 'vci-http-response', { issuer: id, plainOrigin })
  return content
}

const name = 'openid-credential-issuer'

interface FoundElsewhere {
  readonly url: string
  readonly response: HttpResponse
}

/** Asks for metadata where the right request gets none: for signed ones, and at places that are often taken for the right one. */
async function findElsewhere(id: string, { status }: HttpResponse, send: Send): Promise<FoundElsewhere | undefined> {
  if (status >= 500) return undefined // it may be right at another time
  const right = insertWellKnown(id, name)
  const signed = await get(send, right, 'application/jwt')
  if (readContent(signed)) return { url: right, response: signed }
  for (const url of new Set([appendWellKnown(id, name), `${new URL(id).origin}/.well-known/${name}`])) {
    const response = url === right ? undefined : await get(send, url)
    const content = response && readContent(response)
    // The root of a host may have the metadata of another issuer.
    if (content && (url.startsWith(id) || content.credential_issuer === id)) return { url, response }
  }
  return undefined
}

/** The metadata in a response: JSON, or signed. Some servers answer every address by a page. */
function readContent(response: HttpResponse): JsonObject | undefined {
  const content = isSuccess(response) ? (readBody(response) ?? readSignedBody(response.body)) : undefined
  return content?.credential_endpoint === undefined ? undefined : content
}

function readSignedBody(body: string): JsonObject | undefined {
  const read = attempt(() => readJws(body.trim()).payload)
  return 'value' in read ? read.value : undefined
}

/** How many authorization servers are looked at. */
const mostServers = 5

async function findServer(
  { issuer, server: named, code }: ReadOffer,
  { authorization_servers: list }: JsonObject,
  send: Send,
  journal: Journal,
): Promise<Pick<FoundIssuer, 'server' | 'tokenEndpoint' | 'servers'> & { readonly found: readonly Found[] }> {
  const listed = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [issuer]
  if (named !== undefined && !listed.includes(named)) stop('the offer names an authorization server that is not listed')
  const wanted = named === undefined ? listed.slice(0, mostServers) : [named]
  const found: Found[] = []
  for (const id of wanted) {
    const server = URL.canParse(id) ? await readServer(id, send, journal) : undefined
    if (server) found.push(server)
  }
  const fitting = found.filter(({ content }) =>
    isGranting(content, code === undefined ? 'authorization_code' : preAuthorizedGrant),
  )
  const chosen = fitting[0] ?? found[0] ?? stop(`there is no metadata of the authorization server ${wanted.join(', ')}`)
  const { id, content, response } = chosen
  const { token_endpoint: endpoint } = content
  const isUsable = typeof endpoint === 'string' && URL.canParse(endpoint)
  const problems = [
    ...(content.issuer === id ? [] : [`\`issuer\` is not ${id}`]),
    ...(isUsable ? [] : ['there is no `token_endpoint`']),
    ...(response.status === 200 ? [] : [`the status code is ${response.status}`]),
  ]
  const row = VCIUSE.SERVER
  journal.mark('the metadata of the authorization server', [
    problems.length === 0 ? { row } : { row, problem: problems.join(' and ') },
  ])
  if (!chosen.isUsual)
    journal.notes.push(`${id} has no /.well-known/oauth-authorization-server; its openid-configuration was read`)
  return {
    found,
    server: content,
    ...(found.length === listed.length && { servers: found.map((each) => each.content) }),
    tokenEndpoint: isUsable ? endpoint : stop('the authorization server has no token endpoint'),
  }
}

/** Without a list, a server has the authorization code grant (RFC 8414, section 2). */
const isGranting = ({ grant_types_supported: grants }: JsonObject, grant: string): boolean =>
  Array.isArray(grants) ? grants.includes(grant) : grant === 'authorization_code'

interface Found {
  readonly id: string
  readonly content: JsonObject
  readonly response: HttpResponse
  readonly isUsual: boolean
}

/** The metadata of an authorization server: at the address of RFC 8414, or at those of OpenID Connect Discovery. */
async function readServer(id: string, send: Send, journal: Journal): Promise<Found | undefined> {
  const places = [
    insertWellKnown(id, 'oauth-authorization-server'),
    appendWellKnown(id, 'openid-configuration'),
    appendWellKnown(id, 'oauth-authorization-server'),
  ]
  for (const [i, url] of places.entries()) {
    const response = await get(send, url)
    const content = isSuccess(response) ? readBody(response) : undefined
    if (isObject(content) && readText(content.token_endpoint ?? content.issuer) !== '')
      return { id, content, response, isUsual: i === 0 }
    if (i === 0) judgeUnread('the metadata of the authorization server', response, 'oauth-server-metadata', journal)
  }
  return undefined
}
