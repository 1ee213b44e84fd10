import { createHash } from 'node:crypto'
import type { SessionResult } from '../../model/check.ts'
import { isObject, type JsonObject, type JsonValue, readText, writeJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { isSignatureAlgorithm, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { readHeaderKey } from '../../protocol/x509/chain.ts'
import { concludeOn } from '../kit/results.ts'
import { readToken } from '../openid4vci/actors/read-proofs.ts'
import type { WalletCall, WalletSession } from '../openid4vci/actors/wallet-session.ts'
import { nameKey } from '../openid4vci/issued-credential.ts'
import { isSuccess, listAuthorizations, listCalls, listProofs, readForm, readQuery } from '../openid4vci/wallet/seen.ts'
import { isSelfSigned } from './certificate-checks.ts'
import { HAIPWALLET } from './requirements.ts'

/** Judges how a wallet is authorized, and how it authenticates itself. */
export function* checkHaipWallet(session: WalletSession): Generator<SessionResult> {
  const visits = listCalls(session, 'authorization').map(readQuery)
  if (visits.length > 0)
    yield concludeOn(
      HAIPWALLET.PUSHED,
      visits.every((each) => each.has('request_uri')),
      'it has no `request_uri`',
    )
  const ofEndpoint = URL.parse(readText(session.server.authorization_endpoint))?.searchParams.keys() ?? []
  const allowed = ['client_id', 'request_uri', ...ofEndpoint]
  for (const visit of visits.filter((each) => each.has('request_uri'))) {
    const more = [...visit.keys()].find((name) => !allowed.includes(name))
    yield concludeOn(HAIPWALLET.ONLY, more === undefined, `\`${more?.slice(0, 40)}\` is present too`)
  }
  for (const call of listCalls(session, 'credential')) {
    yield* checkKeyAttestations(session.read(call))
    if (isAttestationRequired(session)) yield* checkAttested(session.read(call))
  }
  yield* checkBatches(session)
  for (const form of listAuthorizations(session)) yield* checkRequest(form, session)
  yield* checkClient(session)
  yield* checkTokenRequests(session)
}

function* checkRequest(form: URLSearchParams, { metadata }: WalletSession): Generator<SessionResult> {
  const method = form.get('code_challenge_method')
  const isHidden = form.has('code_challenge') && method === 'S256'
  yield concludeOn(
    HAIPWALLET.S256,
    isHidden,
    form.has('code_challenge') ? 'the method is another one' : 'there is none',
  )
  const all = metadata.credential_configurations_supported
  const known = Object.values(isObject(all) ? all : {}).flatMap((each) => (isObject(each) ? (each.scope ?? []) : []))
  const isNamed = (form.get('scope') ?? '').split(' ').some((each) => known.includes(each))
  yield concludeOn(HAIPWALLET.SCOPE, isNamed, form.has('scope') ? '`scope` is another one' : 'there is no `scope`')
}

/** Whether an issuer requires key attestations for all proofs of the type `jwt`. */
function isAttestationRequired({ metadata }: WalletSession): boolean {
  const all = metadata.credential_configurations_supported
  const types = Object.values(isObject(all) ? all : {}).map((each) => Object(Object(each).proof_types_supported).jwt)
  return types.length > 0 && types.every((jwt) => Object(jwt).key_attestations_required !== undefined)
}

function* checkAttested(content: JsonObject = {}): Generator<SessionResult> {
  const [, list] = listProofs(content).find(([type]) => type === 'jwt') ?? []
  if (list === undefined) return
  const isGood = list.every((text) => readToken(text)?.header.key_attestation !== undefined)
  yield concludeOn(HAIPWALLET['KEY-ATTESTED'], isGood, 'a proof has no `key_attestation`')
}

/** Counts the requests for one credential each that were answered, where they could have been one. */
function* checkBatches(session: WalletSession): Generator<SessionResult> {
  const answered = listCalls(session, 'credential').filter(isSuccess)
  if (session.metadata.batch_credential_issuance === undefined || answered.length === 0) return
  const single = answered.flatMap((call) => {
    const content = session.read(call) ?? {}
    const count = listProofs(content).reduce((sum, [, list]) => sum + list.length, 0)
    const name = content.credential_identifier ?? content.credential_configuration_id ?? ''
    return count <= 1 ? [writeJson(name)] : []
  })
  yield concludeOn(HAIPWALLET.BATCH, new Set(single).size === single.length, 'two requests are for one credential each')
}

/** Compares the keys of proofs with those of the first attestation among them. */
function* checkKeyAttestations(content: JsonObject = {}): Generator<SessionResult> {
  const [, list = []] = listProofs(content).find(([type]) => type === 'jwt') ?? []
  const headers = list.map((text) => readToken(text)?.header ?? {})
  const [first] = headers.flatMap(({ key_attestation: text }) => readToken(text) ?? [])
  if (headers.length < 2 || !first || headers.some((each) => each.key_attestation === undefined)) return
  const { attested_keys: keys } = first.payload
  const attested = new Set((Array.isArray(keys) ? keys : []).filter(isObject).map(nameKey))
  const own = headers.map((header) => readHeaderKey(header))
  const isOne = own.every((key) => key === undefined || attested.has(nameKey(key)))
  yield concludeOn(HAIPWALLET['ONE-ATTESTATION'], isOne, 'a key is in another attestation')
}

const readAttestation = ({ request: { headers } }: WalletCall): string | undefined =>
  headers['oauth-client-attestation']

const isAuthenticated = (call: WalletCall): boolean =>
  readAttestation(call) !== undefined ||
  call.request.headers.authorization !== undefined ||
  [...readForm(call).keys()].some((name) => /^client_(?:assertion|secret)$/.test(name))

/** A wallet may try without authentication first; once at least each endpoint gets one. */
function* checkClient(session: WalletSession): Generator<SessionResult> {
  for (const endpoint of ['push', 'token'] as const) {
    const calls = listCalls(session, endpoint)
    const place = endpoint === 'push' ? 'the endpoint for pushed requests' : 'the token endpoint'
    if (calls.length > 0)
      yield concludeOn(HAIPWALLET.CLIENT, calls.some(isAuthenticated), `it does not authenticate at ${place}`)
    for (const call of calls) yield* checkAttestation(call)
  }
}

function readCertificates(x5c: unknown): readonly Certificate[] {
  const read = attempt(() => readChain(x5c as JsonValue))
  return 'value' in read ? read.value : []
}

function* checkAttestation(call: WalletCall): Generator<SessionResult> {
  const text = readAttestation(call)
  const jws = readToken(text)
  if (text === undefined || !jws) return
  const { header, payload, signingInput, signature } = jws
  const isRead = readCertificates(header.x5c).length > 0
  const key = readHeaderKey({ x5c: header.x5c ?? null })
  if (!isRead) yield concludeOn(HAIPWALLET.X5C, false, 'there is no `x5c` that can be read')
  else if (key && typeof header.alg === 'string' && isSignatureAlgorithm(header.alg)) {
    const { isValid } = verifySignature(header.alg, key, signingInput, signature)
    yield concludeOn(HAIPWALLET.X5C, isValid, 'it is not signed with the key of the first certificate')
  }
  const [leaf, ...others] = readCertificates(header.x5c)
  if (leaf) {
    yield concludeOn(HAIPWALLET.SELF, !isSelfSigned(leaf), 'it is self-signed')
    yield concludeOn(HAIPWALLET.ANCHOR, !others.some(isSelfSigned), 'there is a self-signed certificate')
  }
  const client = readForm(call).get('client_id')
  if (client !== null) yield concludeOn(HAIPWALLET.SUB, client === payload.sub, '`client_id` is another one')
}

function* checkTokenRequests(session: WalletSession): Generator<SessionResult> {
  const calls = listCalls(session, 'token')
  if (calls.length > 0)
    yield concludeOn(
      HAIPWALLET.DPOP,
      calls.some(({ request }) => request.headers.dpop !== undefined),
      'there is no DPoP proof',
    )
  const challenges = new Set(listAuthorizations(session).map((form) => form.get('code_challenge')))
  for (const form of calls.map(readForm)) {
    if (form.get('grant_type') !== 'authorization_code' || challenges.size === 0 || challenges.has(null)) continue
    const verifier = form.get('code_verifier')
    const isRight = verifier !== null && [verifier, hash(verifier)].some((each) => challenges.has(each))
    yield concludeOn(
      HAIPWALLET.VERIFIER,
      isRight,
      verifier === null ? 'it is absent' : 'it does not belong to a challenge',
    )
  }
}

const hash = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Compares what has to be another one in each session, and for each issuer. */
export function* compareHaipSessions(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const challenges = sessions.map(
    (each) => new Set(listAuthorizations(each).map((form) => form.get('code_challenge') ?? '')),
  )
  yield* compare(HAIPWALLET.CHALLENGE, challenges, 'two authorization requests have the same')
  const attestations = sessions.map(
    (each) => new Set(listCalls(each, 'push', 'token').map((call) => readAttestation(call) ?? '')),
  )
  const subjects = [...new Set(attestations.flatMap((each) => [...each]))].flatMap(
    (text) => readToken(text)?.payload.sub ?? [],
  )
  if (subjects.length > 1)
    yield concludeOn(HAIPWALLET['SHARED-SUB'], new Set(subjects).size === 1, 'two attestations have different ones')
  yield* compare(HAIPWALLET.ISSUER, attestations, 'two issuers got the same one')
}

function* compare(row: SessionResult['row'], sets: readonly ReadonlySet<string>[], problem: string) {
  const own = sets.flatMap((each) => [...each].filter((text) => text !== ''))
  if (sets.filter((each) => [...each].some((text) => text !== '')).length > 1)
    yield concludeOn(row, new Set(own).size === own.length, problem)
}
