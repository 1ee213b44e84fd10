import type { SessionResult } from '../../../model/check.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { listRequestKeys } from '../../../protocol/jose/agreed-encryption.ts'
import { readJwe } from '../../../protocol/jose/jwe.ts'
import { describeWrongJwe } from '../../jose/jwe-rules.ts'
import { concludeOn, listProblem } from '../../kit/results.ts'
import { isRequired } from '../actors/is-required.ts'
import { readToken } from '../actors/read-proofs.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { isCompactJwe } from '../session-checks.ts'
import { VCIWALLET } from './requirements.ts'
import {
  findMediaType,
  findToken,
  listAuthorizations,
  listCalls,
  listLostQuery,
  listNonces,
  listProofs,
  listTokens,
  readForm,
} from './seen.ts'

/** Judges requests for credentials, and notifications, by what came before them. */
export function* checkRequests(session: WalletSession): Generator<SessionResult> {
  for (const call of listCalls(session, 'credential', 'deferred', 'notification')) yield* checkForm(call, session)
  for (const call of listCalls(session, 'credential')) {
    const content = session.read(call)
    if (content) yield* checkContent(content, call, session)
  }
}

const endpointMembers: Partial<Record<WalletCall['endpoint'], string>> = {
  credential: 'credential_endpoint',
  deferred: 'deferred_credential_endpoint',
  notification: 'notification_endpoint',
}

function* checkForm(call: WalletCall, session: WalletSession): Generator<SessionResult> {
  const isEncrypted = isCompactJwe(call.request.body ?? '')
  const [type, wanted] = [findMediaType(call), isEncrypted ? 'application/jwt' : 'application/json']
  const isGood = call.request.method === 'POST' && type === wanted
  const [lost = ''] = listLostQuery(call, session.metadata[endpointMembers[call.endpoint] ?? ''])
  const problem = isGood ? lost : `${call.request.method} with ${type || 'no media type'}`
  yield listProblem(VCIWALLET['MEDIA-TYPE'], problem)
  if (call.endpoint === 'notification') return
  const { metadata } = session
  const { credential_response_encryption: encryption } = session.read(call) ?? {}
  const canEncrypt = isObject(metadata.credential_request_encryption)
  if (canEncrypt && (isRequired(metadata, 'credential_request_encryption') || encryption !== undefined))
    yield concludeOn(VCIWALLET.ENCRYPTED, isEncrypted, 'the request is in plain text')
  if (call.endpoint === 'deferred' && isRequired(metadata, 'credential_response_encryption'))
    yield concludeOn(
      VCIWALLET['DEFERRED-ENCRYPTED'],
      isObject(encryption),
      '`credential_response_encryption` is absent, or no object',
    )
  const listed = metadata.credential_response_encryption
  if (isObject(encryption) && isObject(listed)) yield checkListed(encryption, listed)
  if (isEncrypted && canEncrypt) yield checkEncryption(call, session)
}

/** Judges how a response is to be encrypted, as far as that is said. */
function checkListed({ jwk, enc, zip }: JsonObject, listed: JsonObject): SessionResult {
  const wanted = { alg: isObject(jwk) ? jwk.alg : undefined, enc, zip }
  const wrong = Object.entries(wanted).find(([name, value]) => {
    const values = listed[`${name}_values_supported`] ?? []
    return typeof value === 'string' && Array.isArray(values) && !values.includes(value)
  })
  return listProblem(VCIWALLET['RESPONSE-LISTED'], wrong ? `\`${wrong[0]}\` is not in the metadata` : '')
}

function checkEncryption(call: WalletCall, { metadata, read }: WalletSession): SessionResult {
  const row = VCIWALLET.ENCRYPTION
  const announced = isObject(metadata.credential_request_encryption) ? metadata.credential_request_encryption : {}
  const jwe = attempt(() => readJwe(call.request.body?.trim() ?? ''))
  if ('problem' in jwe) return concludeOn(row, false, jwe.problem.message)
  const { alg, kid, enc, zip } = jwe.value.header
  const key = listRequestKeys(announced).find((each) => each.kid === kid)
  const { enc_values_supported: encs, zip_values_supported: zips } = announced
  const wrong = describeWrongJwe({ jwe: jwe.value, ...(key && { key }) })
  const problems = [
    ...(wrong === '' ? [] : [wrong]),
    ...(key ? [] : ['no key in the metadata has the `kid`']),
    ...(key && key.alg !== alg ? ['`alg` is not that of the key'] : []),
    ...(Array.isArray(encs) && !encs.includes(readText(enc)) ? ['`enc` is not in the metadata'] : []),
    ...(zip === undefined || (Array.isArray(zips) && zips.includes(zip)) ? [] : ['`zip` is not in the metadata']),
    ...(key && read(call) === undefined ? ['it cannot be decrypted to a JSON object'] : []),
  ]
  return concludeOn(row, problems.length === 0, problems.join(' and '))
}

function* checkContent(content: JsonObject, call: WalletCall, session: WalletSession): Generator<SessionResult> {
  const tokens = listTokens(session)
  const token = findToken(call, tokens)
  const { credential_identifier: one, credential_configuration_id: other } = content
  if (token) {
    const { size } = token.identifiers
    const isNamed = size > 0 ? token.identifiers.has(one ?? null) : other !== undefined
    const wanted = size > 0 ? 'a `credential_identifier` of the token response' : 'a configuration'
    yield concludeOn(VCIWALLET.IDENTIFIED, isNamed, `the request does not name ${wanted}`)
  }
  const configurations = session.metadata.credential_configurations_supported
  const id = readText(other ?? token?.identifiers.get(one ?? null))
  const configuration = isObject(configurations) && Object.hasOwn(configurations, id) ? configurations[id] : undefined
  const types = isObject(configuration) ? configuration.proof_types_supported : undefined
  if (isObject(types)) yield* checkAlgorithms(content, types)
  const [request] = tokens
  if (request) yield* checkClient(content, request.call, session)
  yield* checkTimes(content, session)
  yield* checkAttestations(content, session)
}

function* checkAlgorithms(content: JsonObject, types: JsonObject): Generator<SessionResult> {
  const row = VCIWALLET['PROOF-ALG']
  for (const [type, list] of listProofs(content)) {
    const described = Object.hasOwn(types, type) ? types[type] : undefined
    const algs = isObject(described) ? described.proof_signing_alg_values_supported : undefined
    if (!Array.isArray(algs)) yield concludeOn(row, false, `the metadata has no proof type ${type.slice(0, 40)}`)
    else if (type === 'jwt' || type === 'attestation') {
      const used = readTokens(list).map(({ header }) => header.alg)
      const wrong = used.find((alg) => alg !== undefined && !algs.includes(alg))
      yield concludeOn(row, wrong === undefined, `\`alg\` is ${readText(wrong).slice(0, 40)}`)
    }
  }
}

/** The JWTs in a list of proofs, those in their headers included. */
const readTokens = (list: readonly JsonValue[]) =>
  list.flatMap((text) => {
    const jws = readToken(text)
    return [jws, readToken(jws?.header.key_attestation)].filter((each) => each !== undefined)
  })

/** Who authenticates by an assertion or a certificate may be named by what is not in the form. */
function* checkClient(content: JsonObject, tokenRequest: WalletCall, session: WalletSession): Generator<SessionResult> {
  const { headers } = tokenRequest.request
  const form = readForm(tokenRequest)
  const isAuthenticated =
    headers.authorization !== undefined ||
    headers['oauth-client-attestation'] !== undefined ||
    form.has('client_assertion')
  const [authorization] = listAuthorizations(session)
  const attested = readToken(headers['oauth-client-attestation'])?.payload.sub
  const client = form.get('client_id') ?? authorization?.get('client_id') ?? attested ?? undefined
  if (isAuthenticated && client === undefined) return
  for (const [type, list] of listProofs(content))
    for (const text of type === 'jwt' ? list : []) {
      const { iss } = readToken(text)?.payload ?? {}
      const problem =
        client === undefined
          ? 'it has `iss`, although the token was requested without a client'
          : '`iss` is another one'
      yield concludeOn(VCIWALLET['PROOF-CLIENT'], iss === undefined || iss === client, problem)
    }
}

/** Seconds by which the clock of a wallet may be wrong. In milliseconds, a time is wrong by far more. */
const clockSkew = 86_400

function* checkTimes(content: JsonObject, { start }: WalletSession): Generator<SessionResult> {
  for (const [type, list] of listProofs(content))
    for (const text of type === 'jwt' ? list : []) {
      const { iat } = readToken(text)?.payload ?? {}
      if (typeof iat !== 'number') continue
      const isNow = Math.abs(iat - start) <= clockSkew
      yield concludeOn(VCIWALLET['PROOF-TIME'], isNow, 'it is more than a day away from the offer')
    }
}

function* checkAttestations(content: JsonObject, session: WalletSession): Generator<SessionResult> {
  if (session.metadata.nonce_endpoint === undefined) return
  const nonces = listNonces(session)
  for (const [type, list] of listProofs(content))
    for (const text of list) {
      const attestation = type === 'attestation' ? readToken(text) : readToken(readToken(text)?.header.key_attestation)
      if (attestation)
        yield concludeOn(
          VCIWALLET['ATTESTED-NONCE'],
          nonces.includes(attestation.payload.nonce ?? null),
          attestation.payload.nonce === undefined ? 'there is no `nonce`' : '`nonce` is another one',
        )
    }
}
