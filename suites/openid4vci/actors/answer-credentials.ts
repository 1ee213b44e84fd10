import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { writeJwe } from '../../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk } from '../../../protocol/jose/jwk.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import {
  collectFacts,
  drawName,
  findGrant,
  keepEntry,
  respondToToken,
  respondWithError,
  respondWithJson,
  type VciContext,
  type VciTransaction,
} from './context.ts'
import { listAttestedKeys, readProofs } from './read-proofs.ts'
import { findRefusal } from './refusals.ts'

/** Issues a credential, or defers it. */
export function answerCredentialRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state } = context
  const { request, isEncrypted } = readRequest(call, context)
  if (!request) return respondWithError('invalid_credential_request')
  const grant = findGrant(context, call)
  const configuration = findConfiguration(context, request)
  const { proofs, attestation } = readProofs(request)
  const facts = collectFacts(context, call, request, {
    isEncrypted,
    isAuthorized: grant !== undefined,
    identifiers: grant?.identifiers ?? [],
    ...(grant?.configurations && { granted: grant.configurations }),
    proofs,
    ...(configuration && { configuration }),
    ...(attestation && { attestation }),
  })
  const error = findRefusal('credential', steps.validations, facts)
  if (error !== undefined) return respondToToken(error)
  const holders = steps.bind(listHolders(context, { proofs, ...(attestation && { attestation }) }))
  const bound = holders.length === 0 && configuration?.proof_types_supported === undefined ? [undefined] : holders
  const transaction = {
    ...{ grant: grant ?? { identifiers: [] }, holders: bound, configuration: configuration ?? {} },
    ...{ left: steps.deferrals, isUsed: false },
  }
  if (steps.deferrals === 0) return issueNow(context, transaction, request)
  const id = drawName(context)
  keepEntry(state.transactions, id, transaction)
  return deliverResponse(context, 202, { transaction_id: id, interval: 1 }, request)
}

/** The keys of all proofs, and those that are attested with them: each once. */
function listHolders({ steps }: VciContext, { proofs, attestation }: ReturnType<typeof readProofs>): readonly Jwk[] {
  const listOwn = (own: Jws | undefined): readonly Jwk[] => (own ? listAttestedKeys(own) : [])
  const all = [
    ...proofs.flatMap((each) => [
      ...(each?.key ? [each.key] : []),
      ...steps.chooseAttested(listOwn(each?.attestation)),
    ]),
    ...listOwn(attestation),
  ]
  return [...new Map(all.map((key) => [computeThumbprint(key), key])).values()]
}

function findConfiguration({ metadata, steps }: VciContext, request: JsonObject): JsonObject | undefined {
  const all = metadata.credential_configurations_supported
  const name = steps.chooseConfiguration(request)
  const found = isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined
  return isObject(found) ? found : undefined
}

/** What was sent, decrypted if it was encrypted. */
function readRequest({ headers, body = '' }: HttpRequest, { keys, steps }: VciContext) {
  const isEncrypted = headers['content-type']?.startsWith('application/jwt') === true
  const read = attempt(() => parseJsonObject(isEncrypted ? steps.open(body, keys.encryption) : body))
  return { isEncrypted, request: 'value' in read ? read.value : undefined }
}

function issueNow(
  context: VciContext,
  { grant, holders, configuration }: VciTransaction,
  request: JsonObject,
): HttpResponse {
  const { base, random, now, keys, state, steps } = context
  const id = drawName(context)
  keepEntry(state.notifications, id, grant)
  const credentials = holders.map((holder) => {
    const confirmation = holder && steps.confirm({ jwk: holder })
    const draft = {
      base,
      configuration,
      makeSalt: (name: string) => steps.makeSalt(name, random),
      now: now(),
      signingKey: keys.signing,
      hidden: steps.hiddenClaims,
      changeElements: steps.elements,
      orderDigests: steps.orderDigests,
      changeHeader: steps.credentialHeader,
      changeClaims: steps.credentialClaims,
    }
    return { credential: steps.writeCredential({ ...draft, ...(confirmation && { confirmation }) }) }
  })
  return deliverResponse(context, 200, { credentials, notification_id: id }, request)
}

/** Sends a response, encrypted if the request wants that. */
function deliverResponse(
  { steps, random }: VciContext,
  status: number,
  given: JsonObject,
  { credential_response_encryption: encryption }: JsonObject,
): HttpResponse {
  const content = steps.credential(given)
  const wanted = steps.encryption(isObject(encryption) ? encryption : undefined)
  if (!wanted || !isObject(wanted.jwk)) return respondWithJson(status, content)
  const { alg = 'ECDH-ES', kid } = wanted.jwk
  const header = steps.encryptionHeader({ alg, enc: wanted.enc ?? 'A256GCM', ...(kid !== undefined && { kid }) })
  const sealing = { header, key: wanted.jwk, random: steps.encryptionRandom(random) }
  const body = attempt(() => writeJwe({ plaintext: JSON.stringify(content), ...sealing }))
  if ('problem' in body) return respondWithError('invalid_encryption_parameters')
  return { status, headers: { 'content-type': 'application/jwt', 'cache-control': 'no-store' }, body: body.value }
}

/** Issues a credential that was deferred, or defers it again. */
export function answerDeferredRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state } = context
  const { request, isEncrypted } = readRequest(call, context)
  if (!request) return respondWithError('invalid_credential_request')
  const id = readText(request.transaction_id)
  const transaction = steps.find('transaction', state.transactions, id)
  const facts = collectFacts(context, call, request, {
    isEncrypted,
    isAuthorized: findGrant(context, call) !== undefined,
    isKnown: transaction !== undefined,
    isUsed: transaction?.isUsed === true,
  })
  const error = findRefusal('deferred', steps.validations, facts)
  if (error !== undefined) return respondToToken(error)
  const own = transaction ?? {
    grant: { identifiers: [] },
    holders: [undefined],
    configuration: {},
    left: 1,
    isUsed: false,
  }
  own.left--
  if (own.left > 0)
    return deliverResponse(context, 202, { transaction_id: steps.transaction(id), interval: 1 }, request)
  own.isUsed = true
  return issueNow(context, own, request)
}

/** Takes note of what became of a credential. */
export function answerNotification(context: VciContext, call: HttpRequest): HttpResponse {
  const read = attempt(() => parseJsonObject(call.body ?? ''))
  if ('problem' in read) return respondWithError('invalid_notification_request')
  const { steps, state } = context
  const isKnown = steps.find('notification', state.notifications, readText(read.value.notification_id)) !== undefined
  const isAuthorized = findGrant(context, call) !== undefined
  const facts = collectFacts(context, call, read.value, { isAuthorized, isKnown })
  const error = findRefusal('notification', steps.validations, facts)
  return error === undefined ? { status: 204, headers: {}, body: '' } : respondToToken(error)
}
