import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, parseJsonObject, parseTolerantly, writeJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { openJweWithAny, readJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { readForm } from '../../../../protocol/openid4vp/http-request.ts'
import { readParameters } from '../../../../protocol/openid4vp/parameters.ts'
import { type HandedSession, mostCalls, noAddresses } from '../../../../src/harness/wallet/handed-session.ts'
import { createHolds } from '../../../../src/harness/wallet/holds.ts'
import type { SessionClocks } from '../../../../src/harness/wallet/serve-sessions.ts'
import type { PresentationCall, PresentationPlace, PresentationSession } from '../../actors/presentation-session.ts'
import { vpValidations } from '../../actors/verifier-steps.ts'
import { skip, type VerifierMutation } from '../../verifier/faults.ts'
import { listOtherKeys } from '../../wallet/requests.ts'
import { isReturnDue } from '../../wallet/returns.ts'
import { createReferenceVpVerifier, responsePrivateKey, vpPath } from '../reference-verifier.ts'

/** A request for a wallet, and what the wallet does about it. */
export interface VerifierSession extends PresentationSession, HandedSession {
  readonly calls: readonly PresentationCall[]
  /** The private keys for the response. */
  readonly responseKeys: readonly Jwk[]
  /** Takes what the Digital Credentials API returned. */
  readonly receive: (response: JsonObject) => void
}

/** Opens a verifier of its own for one session, below a path. It answers every response alike: its judge is elsewhere. */
export async function openVerifierSession(
  name: string,
  change: VerifierMutation,
  { base, now, clock }: SessionClocks,
): Promise<VerifierSession> {
  const origin = `${base}/${name}`
  const made: { parameters: JsonObject; key: Jwk } = { parameters: {}, key: responsePrivateKey }
  const verifier = createReferenceVpVerifier(origin, now, (usual) => {
    const steps = change(takeEverything(usual))
    const request = (parameters: JsonObject, key: Jwk): JsonObject => {
      made.parameters = steps.request(parameters, key)
      made.key = { ...key, kid: responsePrivateKey.kid }
      return made.parameters
    }
    return { ...steps, request }
  })
  const given = await verifier.handle({ method: 'GET', url: verifier.requests, headers: {} })
  const { request, origin: page } = parseJsonObject(given.body)
  const link = typeof request === 'string' ? request : writeJson(request ?? {})
  const handover = typeof page === 'string' ? { origin: page } : undefined
  const calls: PresentationCall[] = []
  const { holdAt, pass } = createHolds()
  const responseKeys = [made.key, ...listOtherKeys(made.parameters)]
  return {
    name,
    link,
    command: handover
      ? { verb: 'request', request: link, ...handover, session: name, ...noAddresses }
      : { verb: 'open', link, session: name, ...noAddresses },
    ...handover,
    parameters: made.parameters,
    responseKeys,
    calls,
    findProgress: () => findProgress(calls),
    read: ({ request }) => readResponse(request, responseKeys),
    receive: (response) =>
      calls.push({ place: 'response', request: writeReturn(response, origin), response: taken, at: clock() }),
    handle: async (request) => {
      const { pathname, protocol } = new URL(request.url, base)
      const found = protocol === new URL(base).protocol ? findPlace(pathname, name) : 'plain'
      const response = found === 'done' ? farewell : await verifier.handle(request)
      // An address that is almost that of the response is another one.
      const place = found === 'response' && request.method === 'POST' && response.status === 404 ? 'other' : found
      if (calls.length < mostCalls) calls.push({ place, request, response, at: clock() })
      await pass(place)
      return response
    },
    holdAt,
  }
}

/** What the API returned, as a page would post it. */
const writeReturn = (response: JsonObject, url: string): HttpRequest => ({
  ...{ method: 'POST', url },
  headers: { 'content-type': 'application/json' },
  body: writeJson(response),
})

const taken: HttpResponse = { status: 204, headers: {}, body: '' }

/** Looks at nothing, sends users nowhere, and has a key of its own: a wallet that keeps the key of another session is found. */
const takeEverything: VerifierMutation = (steps) => ({
  ...skip(...vpValidations)(steps),
  chooseKey: (_, makeKey) => makeKey(),
  answer: () => ({}),
})

/** What a user sees who was sent back. */
const farewell: HttpResponse = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'Assay has seen you come back. You may close this page.',
}

/** A response is the end; a redirect may be followed after it, or a user be sent back. */
function findProgress(calls: readonly PresentationCall[]): 'open' | 'served' | 'ended' {
  const sent = calls.filter(({ place }) => place === 'response' || place === 'elsewhere')
  if (sent.length === 0) return 'open'
  const isMoved = sent.some(({ response }) => response.status >= 300 && response.status <= 399)
  return isMoved || isReturnDue(calls) ? 'served' : 'ended'
}

const places: readonly PresentationPlace[] = ['request', 'response', 'elsewhere', 'moved', 'done']

const findPlace = (path: string, name: string): PresentationPlace => {
  const own = path.startsWith(`/${name}${vpPath}/`) ? path.slice(`/${name}${vpPath}/`.length) : ''
  return places.find((each) => own === each || own.startsWith(`${each}/`)) ?? 'other'
}

/** The parameters of a response, decrypted; none, if it cannot be read. */
function readResponse({ body = '' }: HttpRequest, keys: readonly Jwk[]): JsonObject {
  const form = attempt(() => readParameters(readForm(body)))
  const isForm = !body.startsWith('{') && 'value' in form && Object.keys(form.value).length > 0
  const outer = isForm ? form.value : readJson(body)
  const { response } = outer
  if (typeof response !== 'string') return outer
  const inner = attempt(() => parseTolerantly(openJweWithAny(readJwe(response), keys).plaintext.toString('utf8')))
  return 'value' in inner ? { ...outer, ...inner.value } : outer
}

function readJson(body: string): JsonObject {
  const read = attempt(() => parseTolerantly(body.trim()))
  return 'value' in read ? read.value : {}
}
