import type { HttpResponse } from '../../../../model/wire.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../../../protocol/jose/jwk.ts'
import { findCertifiedKey, readIssuedMdoc } from '../../../../protocol/mdoc/issued-mdoc.ts'
import { readMdoc } from '../../../../protocol/mdoc/recognise.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { fetchRedirected } from '../../../sd-jwt-vc/actors/fetch-redirected.ts'
import { isCredentialAllowed, readTypes } from '../../../sd-jwt-vc/actors/read-types.ts'
import type { VciEndpoint } from '../issuer-steps.ts'
import {
  callIssuer,
  findMediaType,
  isSuccess,
  readContent,
  refuseOffer,
  type VciWalletContext,
  validate,
  WalletRefusal,
} from './context.ts'
import { callWithToken } from './dpop.ts'
import { chooseEncryption, findWanted, makeProofs, nameCredential, writeRequest } from './write-request.ts'

/** Asks for the credential, until it is there, and tells the issuer what became of it. */
export async function fetchCredentials(context: VciWalletContext): Promise<void> {
  const first = await requestCredential(context)
  const content = await waitForCredential(context, first)
  const credentials = (Array.isArray(content.credentials) ? content.credentials : []).map((each) =>
    isObject(each) ? readText(each.credential) : '',
  )
  context.facts = { ...context.facts, response: content, credentials }
  try {
    validate(context, 'response-encrypted', 'response-members')
    if (credentials.length === 0) refuseOffer('there is no credential')
    context.facts = { ...context.facts, issuerKeys: await findIssuerKeys(context, credentials[0] ?? '') }
    validate(context, 'credential-alone', 'credential-signed', 'credential-processed', 'credential-current')
    await readOwnTypes(context, credentials[0] ?? '')
    validate(context, 'type-allows')
  } catch (error) {
    if (error instanceof WalletRefusal) await notify(context, 'credential_failure')
    throw error
  }
  await notify(context, 'credential_accepted')
}

async function requestCredential(context: VciWalletContext): Promise<JsonObject> {
  const wanted = findWanted(context)
  context.facts = { ...context.facts, format: readText(wanted.configuration.format) }
  for (let i = 0; ; i++) {
    const nonce = await fetchNonce(context)
    context.facts = { ...context.facts, ...(nonce !== undefined && { nonce }) }
    const content = { ...nameCredential(context, wanted), ...makeProofs(context, wanted) }
    const { response, read } = await ask(context, 'credential', context.facts.metadata.credential_endpoint, content)
    if (isSuccess(response) && read) return read
    const error = readText(readContent(response.body)?.error)
    if (context.steps.isFinal(error) || i >= context.steps.retries) return refuseOffer(`the issuer says ${error}`)
  }
}

async function fetchNonce(context: VciWalletContext): Promise<string | undefined> {
  const { nonce_endpoint: url } = context.facts.metadata
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const response = await callIssuer(context, 'nonce', { method: 'POST', url, headers: { 'content-length': '0' } })
  const nonce = isSuccess(response) ? readContent(response.body)?.c_nonce : undefined
  return typeof nonce === 'string' ? nonce : refuseOffer('there is no nonce')
}

/** Sends parameters with the access token, and opens what comes back. */
async function ask(context: VciWalletContext, endpoint: VciEndpoint, url: unknown, given: JsonObject) {
  const { steps, facts } = context
  const key = context.makeKey()
  const content = steps.content({ ...given, ...chooseEncryption(context, key) }, endpoint, facts)
  const response = await callWithToken(context, endpoint, writeRequest(context, readText(url), content))
  const isEncrypted = findMediaType(response) === 'application/jwt'
  const isEncryptionWanted = content.credential_response_encryption !== undefined
  context.facts = { ...context.facts, isEncrypted, isEncryptionWanted }
  return { response, read: isEncrypted ? open(context, response, key) : readContent(response.body) }
}

function open({ steps }: VciWalletContext, { body }: HttpResponse, key: Jwk): JsonObject | undefined {
  const read = attempt(() => steps.open(body.trim(), key))
  return 'value' in read ? readContent(read.value) : refuseOffer('the response cannot be decrypted')
}

/** How often a deferred credential is asked for. */
const mostPolls = 10

async function waitForCredential(context: VciWalletContext, first: JsonObject): Promise<JsonObject> {
  let content = first
  for (let i = 0; content.transaction_id !== undefined; i++) {
    const { interval, transaction_id: id } = content
    if (i === mostPolls || !context.steps.takesDeferred) return refuseOffer('the issuer defers for too long')
    await context.wait(context.steps.chooseWait(typeof interval === 'number' && interval > 0 ? interval : 5))
    const url = context.facts.metadata.deferred_credential_endpoint
    const { response, read } = await ask(context, 'deferred', url, { transaction_id: id })
    const isKept = isSuccess(response) || context.steps.isFinal(readText(readContent(response.body)?.error))
    if (isKept) content = (isSuccess(response) && read) || refuseOffer('the deferred credential is rejected')
  }
  return content
}

/** The key in the certificate of an mdoc, or those at `/.well-known/jwt-vc-issuer` of the party that issued an SD-JWT. */
async function findIssuerKeys(context: VciWalletContext, credential: string): Promise<readonly Jwk[]> {
  if (context.facts.format === 'mso_mdoc') {
    const found = attempt(() => findCertifiedKey(readIssuedMdoc(readMdoc(credential)), context.anchors))
    return 'value' in found && found.value ? [found.value] : []
  }
  const read = attempt(() => readAnySdJwt(credential).payload.iss)
  const iss = 'value' in read ? readText(read.value) : ''
  const { steps } = context
  const url = URL.canParse(iss) ? steps.placeKeys(iss) : ''
  if (url === '') return []
  const { status, body } = await fetchRedirected(
    { method: 'GET', url, headers: { accept: 'application/json' } },
    { most: steps.keysRedirections, takesPlain: steps.takesPlainKeys },
    (request) => callIssuer(context, 'keys', request),
  )
  const metadata = steps.takesKeysStatus(status) ? readContent(body) : undefined
  return listKeys(metadata && steps.isKeysIssuer(metadata, iss) ? metadata.jwks : undefined)
}

/** Reads the type metadata of a credential. */
async function readOwnTypes(context: VciWalletContext, credential: string): Promise<void> {
  const { types } = context.steps
  const read = types.reads ? attempt(() => readAnySdJwt(credential)) : undefined
  if (!read || !('value' in read)) return
  const reading = await readTypes(types, read.value, (request) => callIssuer(context, 'types', request))
  context.facts = { ...context.facts, isTypeAllowed: isCredentialAllowed(types, reading, read.value) }
}

async function notify(context: VciWalletContext, event: string): Promise<void> {
  const { steps, facts } = context
  const { notification_id: id } = facts.response
  const url = readText(facts.metadata.notification_endpoint)
  if (!steps.notifies || id === undefined || !URL.canParse(url)) return
  const content = steps.content({ notification_id: id, event }, 'notification', facts)
  const headers = { 'content-type': 'application/json' }
  await callWithToken(context, 'notification', { method: 'POST', url, headers, body: JSON.stringify(content) })
}
