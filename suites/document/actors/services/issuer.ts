import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { usualNonceMembers } from '../../../../protocol/artefacts/nonce-response.ts'
import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import { isObject, type JsonObject, readText, type Writable } from '../../../../protocol/encoding/json.ts'
import { findMember } from '../../../../protocol/encoding/pointer.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { Issuer, MessageState, Session } from '../../model/actors.ts'
import { type ActorEnvironment, createUuid, listIssuerSeals } from '../steps/environment.ts'
import { issueCredential, protectResponse } from '../steps/issuer.ts'
import { applyReply, type EndpointHandlers, findContent, findHolder, type ServiceContext } from './context.ts'
import { createJsonResponse, createRejection, extractId } from './http.ts'

const emptyHolder = { uid: '', sessionToken: '', nonce: '', holder: {} }

/** An issuer at work: it opens sessions, gives out codes and nonces, validates requests and issues credentials. */
export function startIssuer(issuer: Issuer, context: ServiceContext): EndpointHandlers {
  const { environment, state } = context
  return applyReply(issuer, {
    issuerConfig: async (request) => {
      const artefacts = openArtefact('issuer-config-request', request.body ?? '')
      const refusals = issuer.findRefusals({ request, artefacts, facts: {}, state: {} })
      if (refusals.length > 0) return createRejection(refusals)
      const deviceId = readText(findContent(artefacts, 'issuer-config-request')?.device_id)
      const session = openSession(context, deviceId)
      const content = issuer.configure(session)
      rememberSession(context, session, content)
      return createJsonResponse(content)
    },
    offer: async (request) => {
      const session = findOfferedSession(context, request.url)
      const standing = { offer: session ? ('known' as const) : ('unknown' as const) }
      const refusals = issuer.findRefusals({ request, artefacts: [], facts: {}, state: standing })
      return refusals.length > 0
        ? createRejection(refusals, 404)
        : createJsonResponse(issuer.offer(readSession(session ?? {})))
    },
    issuerMetadata: async ({ headers }) => answerMetadata(issuer, context, headers.accept),
    nonce: async () => {
      const own = createToken(environment)
      const content = issuer.nonce({ ...emptyHolder, deviceId: '', credentialIdentifier: '', code: '', nonce: own })
      const places = [environment.dialect.nonceField, ...usualNonceMembers]
      const body = isObject(content) ? (content as JsonObject) : {}
      for (const given of [own, ...places.map((place) => findMember(body, place))]) {
        if (typeof given === 'string') state.set(`nonce/${given}`, { given: environment.now })
      }
      const given = createJsonResponse(content)
      return { ...given, headers: { ...given.headers, 'cache-control': 'no-store' } }
    },
    jwks: async () => createJsonResponse(issuer.keys()),
    validate: async (request) => answerValidation(issuer, context, request),
  })
}

/** Metadata, signed if the client accepts a JWT only (OpenID4VCI 1.0, section 12.2.3). */
function answerMetadata(issuer: Issuer, { environment }: ServiceContext, accept = ''): HttpResponse {
  const content = issuer.metadata()
  const response = createJsonResponse(content)
  // The key for requests may change at any time.
  if (!/^\s*application\/jwt\s*$/i.test(accept) || !isObject(content))
    return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
  const header = { alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt', kid: environment.keys.issuer.kid ?? '' }
  const body = issuer.sign({ ...(content as JsonObject), sub: environment.issuer, iat: environment.now }, header) // an object, as checked above
  return { status: 200, headers: { 'content-type': 'application/jwt' }, body }
}

function openSession({ environment, state }: ServiceContext, deviceId: string): Session {
  const session = {
    ...emptyHolder,
    deviceId,
    credentialIdentifier: createUuid(environment.random),
    code: createToken(environment),
  }
  state.set(`session/${session.credentialIdentifier}`, { ...session, opened: environment.now })
  state.set(`code/${session.code}`, { session: session.credentialIdentifier, opened: environment.now })
  return session
}

/** The session of an offer, by what its URL has in the place of `{id}` or `{code}`. */
function findOfferedSession({ state, terms }: ServiceContext, url: string): JsonObject | undefined {
  const { offer } = terms.addresses
  if (offer.url.includes('{id}')) return state.get(`session/${extractId(url, offer)}`)
  const code = extractId(url, { ...offer, url: offer.url.replace('{code}', '{id}') })
  return state.get(`session/${readText(state.get(`code/${code}`)?.session)}`)
}

/** Stores the session as it was sent, which may differ from what was planned. */
function rememberSession({ state }: ServiceContext, session: Session, content: Writable): void {
  const { credential_identifier: id } = isObject(content) ? (content as JsonObject) : {} // checked to be an object
  const entry = state.get(`session/${session.credentialIdentifier}`)
  if (typeof id === 'string' && entry) state.set(`session/${id}`, entry)
}

/** 128 random bits. */
const createToken = ({ random }: ActorEnvironment): string => Buffer.from(random(16)).toString('base64url')

const readSession = (entry: JsonObject): Session => ({
  ...emptyHolder,
  deviceId: readText(entry.deviceId),
  credentialIdentifier: readText(entry.credentialIdentifier),
  code: readText(entry.code),
})

function answerValidation(issuer: Issuer, context: ServiceContext, request: HttpRequest): HttpResponse {
  const { environment, anchors } = context
  const keys = listIssuerSeals(environment.keys)
  const artefacts = openArtefact('validation-request', request.body ?? '', keys)
  const nonce = readText(findContent(artefacts, 'attestation')?.jws.payload.nonce)
  const standing = collectStanding(context, request, artefacts)
  const known = {
    now: environment.now,
    issuer: environment.issuer,
    anchors,
    keys,
    ...(standing.nonce === 'fresh' && { nonce }),
  }
  const refusals = issuer.findRefusals({ request, artefacts, facts: known, state: standing })
  if (refusals.length > 0) return createRejection(refusals, chooseStatus(standing), chooseErrorCode(refusals))
  const issued = hasNoKey(artefacts) ? undefined : attempt(() => issueCredentials(issuer, context, request, artefacts))
  // An issuer that does not validate `credential_response_encryption` fails here if it cannot be fulfilled.
  if (!issued || 'problem' in issued) return unencryptable
  markUsed(context, nonce, readCode(findContent(artefacts, 'request') ?? {}))
  return createJsonResponse(issued.value)
}

const hasNoKey = (artefacts: readonly Artefact[]): boolean => {
  const { credential_response_encryption: wish } = findContent(artefacts, 'request') ?? {}
  return isObject(wish) && !isObject(wish.jwk)
}

const unencryptable = createJsonResponse(
  {
    error: 'invalid_encryption_parameters',
    error_description: 'nothing can be encrypted as `credential_response_encryption` asks',
  },
  400,
)

/** A nonce and a code are used up by the request that succeeds. */
function markUsed({ state }: ServiceContext, nonce: string, code: string | undefined): void {
  state.set(`nonce/${nonce}`, { ...state.get(`nonce/${nonce}`), spent: true })
  if (code !== undefined) state.set(`code/${code}`, { ...state.get(`code/${code}`), spent: true })
}

const chooseStatus = ({ token, holder }: MessageState): number =>
  token !== 'known' ? 401 : holder === 'another' ? 403 : 400

/** Codes of OpenID4VCI 1.0, section 8.3.1.2, by the requirements for whose sake something is turned away. */
const errorCodes: readonly (readonly [RegExp, string])[] = [
  [/^VAL-AUTH/, 'invalid_token'],
  [/^NONCE-/, 'invalid_nonce'],
  [/^(?:ATT|PROOF)-/, 'invalid_proof'],
  [/^CRE-/, 'invalid_encryption_parameters'],
  [/^REQ-ERRORS$/, 'unknown_credential_identifier'],
]

const chooseErrorCode = (refusals: readonly string[]): string =>
  errorCodes.find(([about]) => refusals.some((each) => about.test(each)))?.[1] ?? 'invalid_credential_request'

/** The member of a request that shows the code, where it was agreed to show it. */
const readCode = (request: JsonObject): string | undefined =>
  typeof request['pre-authorized_code'] === 'string' ? request['pre-authorized_code'] : undefined

function collectStanding(context: ServiceContext, call: HttpRequest, artefacts: readonly Artefact[]): MessageState {
  const { terms, state } = context
  const holder = findHolder(call, context)
  const given = call.headers[terms.token.header.toLowerCase()]
  const attestation = findContent(artefacts, 'attestation')
  const nonce = readText(attestation?.jws.payload.nonce)
  const uid = findContent(artefacts, 'validation-request')?.uid
  const request = findContent(artefacts, 'request') ?? {}
  const { credential_identifier: dataset, credential_configuration_id: template } = request
  return {
    token: holder ? 'known' : given === undefined ? 'absent' : 'unknown',
    ...(holder && typeof uid === 'string' && { holder: uid === holder.uid ? 'own' : 'another' }),
    ...(attestation && {
      nonce: checkFreshness(context, state.get(`nonce/${nonce}`), terms.lifetimes.nonce) ?? 'fresh',
    }),
    ...(artefacts.some(isUnopened) && { request: 'undecryptable' as const }),
    ...(attestation &&
      request.credential_response_encryption === undefined && { encryption: 'not-requested' as const }),
    ...(typeof dataset === 'string' && { dataset: state.get(`session/${dataset}`) ? 'known' : 'unknown' }),
    ...(typeof template === 'string' &&
      template !== '' && {
        template:
          template === context.environment.dialect.configurationId ? ('offered' as const) : ('unknown' as const),
      }),
    ...(terms.codePresented === 'request' && { code: checkCode(context, readCode(request), dataset) }),
  }
}

const isUnopened = ({ kind, withheld }: Artefact): boolean => kind === 'request' && withheld !== undefined

/** Why a nonce or code is no longer valid; nothing if it is. */
function checkFreshness({ environment }: ServiceContext, entry: JsonObject | undefined, lifetime: number) {
  if (!entry) return 'unknown'
  if (entry.spent === true) return 'spent'
  return environment.now - Number(entry.given ?? entry.opened) > lifetime ? 'stale' : undefined
}

/** A code is valid for the dataset of its own session only. */
function checkCode(context: ServiceContext, code: string | undefined, dataset: unknown) {
  const entry = code === undefined ? undefined : context.state.get(`code/${code}`)
  if (entry && typeof dataset === 'string' && entry.session !== dataset) return 'unknown'
  return checkFreshness(context, entry, context.terms.lifetimes.code) ?? 'open'
}

/** Issues one credential for each attested key, encrypted as requested. */
function issueCredentials(issuer: Issuer, context: ServiceContext, call: HttpRequest, artefacts: readonly Artefact[]) {
  const { environment, state } = context
  const holder = findHolder(call, context)
  const request = findContent(artefacts, 'request') ?? {}
  const session: Session = {
    ...emptyHolder,
    deviceId: '',
    // A request for a template names no dataset; the response has an id all the same (section 2.4).
    credentialIdentifier: readText(request.credential_identifier) || createUuid(environment.random),
    code: readCode(request) ?? '',
    uid: holder?.uid ?? '',
    holder: holder?.holder ?? {},
  }
  const credentials = listHolderKeys(artefacts, environment).map((key) => {
    const { credential, payload } = issueCredential(issuer, session, key)
    state.set(`issued/${readText(payload.id)}`, { status: 'active', uid: session.uid })
    return credential
  })
  const response = issuer.respond(session, request, credentials)
  const asksFor = request.credential_response_encryption
  return isObject(asksFor)
    ? issuer.wrapResponse(protectResponse(issuer, response, { ...environment, responseEncryption: asksFor }))
    : issuer.wrapResponse(issuer.sign(response, issuer.responseHeader()))
}

function listHolderKeys(artefacts: readonly Artefact[], { keys }: ActorEnvironment): readonly Jwk[] {
  const attested = findContent(artefacts, 'attestation')?.jws.payload.attested_keys
  const found = Array.isArray(attested) ? attested.filter(isObject) : []
  return found.length > 0 ? found.map((key, i) => ({ ...key, kid: `attested-${i + 1}`, alg: 'ES256' })) : [keys.holder]
}
