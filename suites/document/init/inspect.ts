import { TransportError } from '../../../model/errors.ts'
import type { TargetRole } from '../../../model/role.ts'
import type { Address } from '../../../model/wire.ts'
import { usualNonceMembers } from '../../../protocol/artefacts/nonce-response.ts'
import { type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { listKeys } from '../../../protocol/jose/jwk.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { createJsonRequest } from '../actors/services/http.ts'
import { deriveTerms } from '../kit/terms.ts'
import type { Terms } from '../model/terms.ts'
import { findPathBelow, type InspectTarget, type TargetInspection } from './detect.ts'
import { describeKeys, describeMetadata } from './remarks.ts'

/** Roles that answer requests: a wallet and an identity app do not. */
const inspectableRoles: readonly TargetRole[] = ['issuer', 'status-service', 'wallet-backend', 'verifier']

/** Inspects a target over the network. It takes one nonce of an issuer; everything else is read. */
export const inspectTarget: InspectTarget = async (url, role) => {
  if (!inspectableRoles.includes(role)) return {}
  const { openTransport } = await import('../../../src/wire/client/transport.ts')
  const { call, close } = await openTransport({ url, timeout: 5 }, { role, environment: process.env })
  const { signal } = new AbortController()
  const send: SendRequest = async (address) => {
    const { status, body } = await call(createJsonRequest(address), { origin: 'configured', signal })
    const read = attempt(() => parseJsonObject(body))
    return { status, shown: `${status}`, ...(status === 200 && 'value' in read && { content: read.value }) }
  }
  return (role === 'issuer' ? inspectIssuer(url, send) : inspectServer(url, send)).finally(close)
}

/** The part of a response that matters here. */
interface InspectedResponse {
  readonly status: number
  /** The status in words. */
  readonly shown: string
  /** Absent unless the request succeeded with a JSON object. */
  readonly content?: JsonObject
}

type SendRequest = (address: Address) => Promise<InspectedResponse>

const inspectServer = async (url: string, send: SendRequest): Promise<TargetInspection> => ({
  remarks: [`a server answers: ${(await send({ method: 'GET', url })).shown} from GET ${url}`],
})

async function inspectIssuer(base: string, sendFirst: SendRequest): Promise<TargetInspection> {
  await sendFirst(makeTerms(base).addresses.issuerMetadata) // if there is no server, this request fails
  const send = tolerateLoss(sendFirst)
  const metadata = await findMetadata(base, send)
  const keys = await findKeySet(base, metadata.metadata?.content, send)
  const nonce = await findNonce(base, metadata.metadata?.content, send)
  const all = [metadata, keys, nonce]
  return {
    ...metadata,
    ...keys,
    ...nonce,
    guarded: all.flatMap(({ guarded = [] }) => guarded),
    remarks: all.flatMap(({ remarks = [] }) => remarks),
    missed: all.flatMap(({ missed = [] }) => missed),
  }
}

/** Turns a lost request into one without an answer: after a first answer, it says nothing about the others. */
const tolerateLoss =
  (send: SendRequest): SendRequest =>
  async (address) => {
    try {
      return await send(address)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { status: 0, shown: 'no answer' }
    }
  }

/** The addresses of an issuer with these answers, and the defaults of the document. */
function makeTerms(base: string, decisions: Readonly<Record<string, string>> = {}): Terms {
  const { decide } = createDecider({ profile: 'document', decisions })
  return deriveTerms(decide, { issuer: base, status: base, walletBackend: base, verifier: base })
}

async function findMetadata(base: string, send: SendRequest): Promise<TargetInspection> {
  const tried: Attempt[] = []
  for (const form of ['literal', 'append', 'insertion'] as const) {
    const { url } = makeTerms(base, { 'metadata.path': form }).addresses.issuerMetadata
    if (tried.some((each) => each.address.url === url)) continue
    const attempted = await tryAddress(send, { method: 'GET', url })
    tried.push(attempted)
    const { content } = attempted
    if (content) return { metadata: { content, form }, remarks: [`metadata: GET ${url}`, ...describeMetadata(content)] }
  }
  return describeMissed('metadata', 'issuerMetadata', tried)
}

async function findKeySet(
  base: string,
  metadata: JsonObject | undefined,
  send: SendRequest,
): Promise<TargetInspection> {
  const usual = makeTerms(base).addresses.jwks.url
  const announced = findPathBelow(base, metadata?.jwks_uri)
  const places = [
    ...(announced === undefined ? [] : [`${base}${announced}`]),
    usual,
    `${base}/jwks`,
    `${base}/jwks.json`,
  ]
  const tried: Attempt[] = []
  for (const url of new Set(places)) {
    const attempted = await tryAddress(send, { method: 'GET', url })
    tried.push(attempted)
    if (!Array.isArray(attempted.content?.keys)) continue
    const remarks = [`JWK Set: GET ${url}`, ...describeKeys(listKeys(attempted.content))]
    return { jwksPath: url.slice(base.length), remarks }
  }
  return describeMissed('JWK Set', 'jwks', tried)
}

async function findNonce(base: string, metadata: JsonObject | undefined, send: SendRequest): Promise<TargetInspection> {
  const usual = makeTerms(base).addresses.nonce.url
  const announced = findPathBelow(base, metadata?.nonce_endpoint)
  const url = announced === undefined ? usual : `${base}${announced}`
  const tried: Attempt[] = []
  for (const method of ['POST', 'GET']) {
    const attempted = await tryAddress(send, { method, url })
    tried.push(attempted)
    const fields = listNonceMembers(attempted.content ?? {})
    if (fields.length === 0) continue
    const nonce = { path: url.slice(base.length), method, fields }
    return { nonce, remarks: [`nonce: ${method} ${url}, in \`${fields.join('` and `')}\``] }
  }
  return describeMissed('nonce', 'nonce', tried)
}

/** The members that carry a nonce: the usual ones, or the only string if it is as long as a nonce. */
function listNonceMembers(content: JsonObject): readonly string[] {
  const texts = Object.keys(content).filter((name) => typeof content[name] === 'string')
  const usual = usualNonceMembers.filter((name) => texts.includes(name))
  const isOther = usual.length === 0 && texts.length === 1
  return isOther ? texts.filter((name) => /^\S{16,}$/.test(String(content[name]))) : usual
}

/** A response, and the address that it came from. */
interface Attempt extends InspectedResponse {
  readonly address: Address
}

const tryAddress = async (send: SendRequest, address: Address): Promise<Attempt> => ({
  ...(await send(address)),
  address,
})

/** What was not found, where it was looked for, and whether an endpoint required a token. */
function describeMissed(
  what: string,
  endpoint: 'issuerMetadata' | 'jwks' | 'nonce',
  tried: readonly Attempt[],
): TargetInspection {
  const places = tried.map(({ shown, address: { method, url } }) => `${shown} from ${method} ${url}`)
  const isGuarded = tried.some(({ status }) => status === 401 || status === 403)
  return { missed: [`no ${what}: ${places.join(', ')}`], ...(isGuarded && { guarded: [endpoint] }) }
}
