import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, parseJsonObject, parseTolerantly, readText } from '../../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { decodeFaithfully } from '../../../../protocol/encoding/utf8.ts'
import { openJweWithAny, readJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { type HandedSession, mostCalls, noAddresses } from '../../../../src/harness/wallet/handed-session.ts'
import { createHolds } from '../../../../src/harness/wallet/holds.ts'
import { makeKey } from '../../../../src/runtime/make-key.ts'
import { setMembers } from '../../../kit/samples.ts'
import { certifyIssuer } from '../../../sd-jwt/test-authority.ts'
import type { VciEndpoint } from '../../actors/issuer-steps.ts'
import type { WalletCall, WalletSession } from '../../actors/wallet-session.ts'
import { combine, type IssuerMutation, setSteps } from '../../issuer-changes.ts'
import { isCompactJwe } from '../../session-checks.ts'
import { otherRequestKeys } from '../../wallet/choices.ts'
import { insertWellKnown } from '../issuer/find-issuer.ts'
import { createReferenceVciIssuer, requestKey, vciPath } from '../reference-issuer.ts'
import type { WalletProfile } from './wallet-profile.ts'

/** An offer for a wallet, and what the wallet does about it. */
export interface IssuerSession extends WalletSession, HandedSession {
  readonly calls: readonly WalletCall[]
  /** The text of a request, decrypted if it was encrypted; nothing, if it cannot be decrypted. */
  readonly open: (call: WalletCall) => string | undefined
}

/** What the issuers of all sessions have in common. */
export interface SessionKind {
  readonly profile: WalletProfile
  /** Whether credentials have the certificate of their issuer in `x5c`. */
  readonly hasCertificate: boolean
}

/** Signs credentials with a certificate of this issuer: a wallet may compare its names with `iss`. */
const certify = (issuer: string): IssuerMutation =>
  setSteps({ credentialHeader: setMembers({ x5c: [certifyIssuer(issuer).toString('base64')] }) })

/** Opens an issuer of its own for one session, below a path: no wallet knows anything of it from before. */
export async function openIssuerSession(
  base: string,
  name: string,
  now: () => number,
  change: IssuerMutation,
  { clock, profile, hasCertificate }: SessionKind & { readonly clock: () => number },
): Promise<IssuerSession> {
  const origin = `${base}/${name}`
  const isCertified = hasCertificate || profile.hasCertificate
  const changes = [profile.issuer, ...(isCertified ? [certify(`${origin}${vciPath}`)] : []), change]
  // A wallet that keeps the key of another session is found.
  const key = { ...makeKey(), kid: requestKey.kid }
  const issuer = createReferenceVciIssuer(origin, now, combine(...changes), key)
  const get = (url: string): Promise<HttpResponse> => issuer.handle({ method: 'GET', url, headers: {} })
  const made = parseJsonObject((await get(issuer.offers)).body)
  const link = readText(made.offer)
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  const reference = query.get('credential_offer_uri')
  const offer = reference === null ? readText(query.get('credential_offer')) : (await get(reference)).body
  const metadata = readBody(await get(insertWellKnown(issuer.id, 'openid-credential-issuer')))
  const [listed] = Array.isArray(metadata.authorization_servers) ? metadata.authorization_servers : []
  const serverAddress = insertWellKnown(readText(listed ?? issuer.id), 'oauth-authorization-server')
  const server = readBody(await get(serverAddress))
  const endpoints = listEndpoints(issuer.id, { metadata, server, serverAddress })
  const calls: WalletCall[] = []
  // Each check reads the same requests.
  const openOnce = memoizeLast((request: HttpRequest) => openRequest(request, key))
  const open = ({ request }: WalletCall): string | undefined => openOnce(request)
  const { holdAt, pass } = createHolds()
  const txCode = typeof made.tx_code === 'string' ? { txnCode: made.tx_code } : {}
  return {
    name,
    link,
    command: {
      ...{ verb: 'offer', offer: link, credentialIdentifier: '', ...txCode },
      ...{ session: name, ...noAddresses, issuer: issuer.id },
    },
    findProgress: () => findProgress(calls),
    issuer: issuer.id,
    offer: parseJsonObject(offer),
    isByReference: reference !== null,
    start: now(),
    ...(typeof made.tx_code === 'string' && { txCode: made.tx_code }),
    metadata,
    server,
    calls,
    open,
    read: (call) => readJson(open(call)),
    handle: async (request) => {
      const { pathname } = new URL(request.url, base)
      const response = await issuer.handle(request)
      const endpoint = endpoints.get(pathname) ?? nameEndpoint(pathname.replace(`/${name}${vciPath}`, ''))
      if (calls.length < mostCalls) calls.push({ endpoint, request, response, at: clock() })
      await pass(endpoint)
      return response
    },
    holdAt,
  }
}

/** The endpoint of a path that no metadata name. */
function nameEndpoint(path: string): WalletCall['endpoint'] {
  if (path.startsWith('/offers/')) return 'offer'
  if (path.startsWith('/types/')) return 'types'
  return path.startsWith('/.well-known/jwt-vc-issuer') ? 'keys' : 'other'
}

/** A notification is the end; once there is a credential, one may follow. */
function findProgress(calls: readonly WalletCall[]): 'open' | 'served' | 'ended' {
  const isEnded = calls.some(({ endpoint, response }) => endpoint === 'notification' && response.status < 300)
  if (isEnded) return 'ended'
  const isIssued = calls.some(
    ({ endpoint, response }) => (endpoint === 'credential' || endpoint === 'deferred') && response.status === 200,
  )
  return isIssued ? 'served' : 'open'
}

interface Served {
  readonly metadata: JsonObject
  readonly server: JsonObject
  readonly serverAddress: string
}

function listEndpoints(id: string, { metadata, server, serverAddress }: Served): ReadonlyMap<string, VciEndpoint> {
  const pairs: readonly (readonly [unknown, VciEndpoint])[] = [
    [insertWellKnown(id, 'openid-credential-issuer'), 'issuerMetadata'],
    [insertWellKnown(id, 'jwt-vc-issuer'), 'keys'],
    [serverAddress, 'serverMetadata'],
    [server.pushed_authorization_request_endpoint, 'push'],
    [server.authorization_endpoint, 'authorization'],
    [server.token_endpoint, 'token'],
    [server.challenge_endpoint, 'challenge'],
    [metadata.nonce_endpoint, 'nonce'],
    [metadata.credential_endpoint, 'credential'],
    [metadata.deferred_credential_endpoint, 'deferred'],
    [metadata.notification_endpoint, 'notification'],
  ]
  return new Map(
    pairs.flatMap(([url, endpoint]) =>
      typeof url === 'string' && URL.canParse(url) ? [[new URL(url).pathname, endpoint]] : [],
    ),
  )
}

/** The JSON object in a response, or in the JWT that it is. */
function readBody({ body }: HttpResponse): JsonObject {
  const text = body.startsWith('{') ? body : Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()
  const read = attempt(() => parseTolerantly(text))
  return 'value' in read ? read.value : {}
}

function openRequest({ body = '' }: HttpRequest, key: Jwk): string | undefined {
  const text = body.trim()
  if (!isCompactJwe(text)) return body
  const opened = attempt(() => decodeFaithfully(openJweWithAny(readJwe(text), [key, ...otherRequestKeys]).plaintext))
  return 'value' in opened ? opened.value : undefined
}

function readJson(text = ''): JsonObject | undefined {
  const read = attempt(() => parseTolerantly(text.trim()))
  return 'value' in read ? read.value : undefined
}
