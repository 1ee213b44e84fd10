import { createHash } from 'node:crypto'
import type { SessionResult } from '../../../model/check.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { concludeOn } from '../../kit/results.ts'
import { isClaimsPath } from '../../kit/values.ts'
import { preAuthorizedGrant } from '../actors/names.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import {
  findRepeated,
  listAuthorizations,
  listCalls,
  listLostQuery,
  listOwnDetails,
  readAnswer,
  readDetails,
  readForm,
  readQuery,
} from './seen.ts'

/** Judges how a wallet asks for authorization, and how it uses the code. */
export function* checkAuthorization(session: WalletSession): Generator<SessionResult> {
  const requests = listAuthorizations(session)
  for (const form of requests) yield* checkRequest(form, session)
  const visits = listCalls(session, 'authorization')
  for (const visit of visits) {
    const problems = [
      ...listLostQuery(visit, session.server.authorization_endpoint),
      ...listReferenceProblems(readQuery(visit), session),
    ]
    if (problems.length > 0) yield concludeOn(VCIWALLET.AUTHORIZATION, false, problems.join(' and '))
  }
  const canPush = session.server.pushed_authorization_request_endpoint !== undefined
  if (visits.length > 0 && canPush) {
    const isPushed = visits.every((each) => readQuery(each).has('request_uri'))
    yield concludeOn(VCIWALLET.PUSHED, isPushed, 'it has no `request_uri`, although requests can be pushed')
  }
  for (const form of listCalls(session, 'push').map(readForm))
    yield concludeOn(VCIWALLET['PUSHED-PLAIN'], !form.has('request_uri'), 'it has `request_uri`')
  const forms = listCalls(session, 'token').map(readForm)
  for (const form of [...requests, ...forms]) {
    yield* checkResource(form, session)
    yield* checkDetails(form, session)
  }
  for (const call of listCalls(session, 'token')) yield* checkTokenForm(call, requests, session)
}

/** What is wrong with a reference to a pushed request. One to a request object elsewhere is not looked at. */
function* listReferenceProblems(query: URLSearchParams, session: WalletSession): Generator<string> {
  const uri = query.get('request_uri')
  if (!uri?.startsWith('urn:')) return
  const pushed = listCalls(session, 'push').find((call) => readAnswer(call).request_uri === uri)
  if (!pushed) yield '`request_uri` was not given for a pushed request of this session'
  const [own, first] = [query, pushed && readForm(pushed)].map((form) => form?.get('client_id') ?? undefined)
  if (own === undefined) yield 'there is no `client_id` beside `request_uri`'
  else if (first !== undefined && own !== first) yield '`client_id` is not that of the pushed request'
}

const parameters = [
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'issuer_state'],
  ...['code_challenge', 'code_challenge_method', 'authorization_details'],
]

function* checkRequest(form: URLSearchParams, session: WalletSession): Generator<SessionResult> {
  const problems = [
    ...(form.get('response_type') === 'code' ? [] : ['`response_type` is not `code`']),
    ...((form.get('client_id') ?? '') === '' ? ['there is no `client_id`'] : []),
    ...findRepeated(form, parameters).map((name) => `\`${name}\` is repeated`),
  ]
  yield concludeOn(VCIWALLET.AUTHORIZATION, problems.length === 0, problems.join(' and '))
  yield* checkState(form, session)
  yield* checkScopeless(form, session)
  yield concludeOn(VCIWALLET.PKCE, form.has('code_challenge'), 'there is no `code_challenge`')
}

/** Without a scope, a credential is requested by details alone. */
function* checkScopeless(form: URLSearchParams, { offer, metadata }: WalletSession): Generator<SessionResult> {
  const { credential_configurations_supported: all } = metadata
  const ids = Array.isArray(offer.credential_configuration_ids) ? offer.credential_configuration_ids : []
  const offered = ids.map((id) => (typeof id === 'string' && isObject(all) && Object.hasOwn(all, id) ? all[id] : null))
  if (!offered.every((each) => isObject(each) && each.scope === undefined)) return
  yield concludeOn(VCIWALLET.SCOPELESS, form.has('authorization_details'), 'there are no `authorization_details`')
}

/** Several issuers may have one authorization server. Only scopes of credentials count. */
function* checkResource(form: URLSearchParams, { metadata, issuer }: WalletSession): Generator<SessionResult> {
  const { authorization_servers: servers, credential_configurations_supported: all } = metadata
  const known = Object.values(isObject(all) ? all : {}).flatMap((each) => (isObject(each) ? (each.scope ?? []) : []))
  const isScoped = (form.get('scope') ?? '').split(' ').some((each) => known.includes(each))
  if (!isScoped || servers === undefined) return
  const isNamed = form.getAll('resource').includes(issuer)
  yield concludeOn(VCIWALLET.RESOURCE, isNamed, '`resource` is not the identifier of the issuer')
}

function* checkState(form: URLSearchParams, { offer: { grants } }: WalletSession): Generator<SessionResult> {
  const grant = isObject(grants) ? grants.authorization_code : undefined
  if (!isObject(grant) || typeof grant.issuer_state !== 'string') return
  const isSame = form.get('issuer_state') === grant.issuer_state
  const problem = form.has('issuer_state') ? '`issuer_state` is another one' : 'there is no `issuer_state`'
  yield concludeOn(VCIWALLET['ISSUER-STATE'], isSame, problem)
}

function* checkDetails(form: URLSearchParams, { metadata, issuer }: WalletSession): Generator<SessionResult> {
  if (!form.has('authorization_details')) return
  const details = readDetails(form)
  const own = listOwnDetails(form)
  yield concludeOn(VCIWALLET.DETAILS, details !== undefined, 'they are not a JSON array of objects')
  if (!details) return
  const problem = findDetailProblem(details, own, { metadata, hasScope: form.has('scope') })
  yield concludeOn(VCIWALLET.DETAILS, problem === undefined, problem ?? '')
  const claims = own.flatMap((each) => (each.claims === undefined ? [] : [each.claims]))
  if (claims.length > 0)
    yield concludeOn(VCIWALLET['DETAILS-CLAIMS'], claims.every(isClaims), 'a description has no valid path')
  if (metadata.authorization_servers === undefined || own.length === 0) return
  const isNamed = own.every(({ locations }) => Array.isArray(locations) && locations.includes(issuer))
  yield concludeOn(VCIWALLET.LOCATIONS, isNamed, '`locations` is absent, or does not have the issuer')
}

interface DetailScope {
  readonly metadata: JsonObject
  /** Whether a credential may be requested by its scope as well. */
  readonly hasScope: boolean
}

function findDetailProblem(
  details: readonly JsonObject[],
  own: readonly JsonObject[],
  { metadata: { credential_configurations_supported: all }, hasScope }: DetailScope,
): string | undefined {
  if (details.some(({ type }) => typeof type !== 'string')) return 'a detail has no `type`'
  if (own.length === 0 && !hasScope) return 'none has the type `openid_credential`'
  const ids = own.map(({ credential_configuration_id: id }) => id)
  if (ids.some((id) => typeof id !== 'string')) return 'there is no `credential_configuration_id`'
  const isKnown = (id: JsonValue | undefined): boolean =>
    isObject(all) && typeof id === 'string' && Object.hasOwn(all, id)
  return ids.every(isKnown) ? undefined : '`credential_configuration_id` is not in the metadata'
}

const isClaims = (claims: JsonValue): boolean =>
  Array.isArray(claims) && claims.length > 0 && claims.every((each) => isObject(each) && isClaimsPath(each.path))

function* checkTokenForm(
  call: WalletCall,
  requests: readonly URLSearchParams[],
  session: WalletSession,
): Generator<SessionResult> {
  const form = readForm(call)
  const grant = form.get('grant_type')
  const codes = listCalls(session, 'authorization').flatMap(readCode)
  // Where a pre-authorized code is offered, the grant type is judged with that code.
  const isOffered = isObject(session.offer.grants) && session.offer.grants[preAuthorizedGrant] !== undefined
  if (isOffered) return
  if (form.has('tx_code'))
    yield concludeOn(VCIWALLET['TX-CODE-ALONE'], grant === preAuthorizedGrant, 'the grant type is another one')
  if (codes.length === 0 || grant === 'refresh_token') return
  const isRight = grant === 'authorization_code' && codes.includes(form.get('code') ?? '')
  const problems = [
    ...(isRight ? [] : ['the code is not that of the redirect, or the grant type is another one']),
    ...(requests.length > 0 && !hasSameAddress(form, requests) ? ['`redirect_uri` is not that of the request'] : []),
    ...(isClientNamed(call) ? [] : ['there is no `client_id`, and the client does not authenticate']),
  ]
  yield concludeOn(VCIWALLET['CODE-REQUEST'], problems.length === 0, problems.join(' and '))
  yield* checkVerifier(form, requests)
}

/** The code with which a user was sent back. */
function readCode({ response: { headers } }: WalletCall): readonly string[] {
  const { location = '' } = headers
  return URL.canParse(location) ? new URL(location).searchParams.getAll('code') : []
}

/** A client that authenticates itself has its name there (RFC 6749, section 4.1.3). */
const isClientNamed = (call: WalletCall): boolean => {
  const { authorization, 'oauth-client-attestation': attestation } = call.request.headers
  const form = readForm(call)
  return (
    (form.get('client_id') ?? '') !== '' || form.has('client_assertion') || (authorization ?? attestation) !== undefined
  )
}

/** One that the authorization request does not have may be left out. */
const hasSameAddress = (form: URLSearchParams, requests: readonly URLSearchParams[]): boolean =>
  requests.some((each) => each.get('redirect_uri') === form.get('redirect_uri'))

function* checkVerifier(form: URLSearchParams, requests: readonly URLSearchParams[]): Generator<SessionResult> {
  const verifier = form.get('code_verifier')
  if (requests.length === 0 || !requests.every((each) => each.has('code_challenge'))) return
  const isRight = verifier !== null && requests.some((each) => each.get('code_challenge') === hide(verifier, each))
  const problem = verifier === null ? 'there is no `code_verifier`' : '`code_verifier` does not belong to a challenge'
  yield concludeOn(VCIWALLET.VERIFIER, isRight, problem)
  if (verifier !== null)
    yield concludeOn(
      VCIWALLET['VERIFIER-FORM'],
      /^[\w.~-]{43,128}$/.test(verifier),
      `\`code_verifier\` has ${verifier.length} characters, or one that is not allowed`,
    )
}

/** The challenge of a verifier. Without a method, it is the verifier itself (RFC 7636, section 4.3). */
const hide = (verifier: string, request: URLSearchParams): string =>
  request.get('code_challenge_method') === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
