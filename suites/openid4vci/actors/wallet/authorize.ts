import { createHash } from 'node:crypto'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { clientId, redirectUri, sendAsClient } from './client.ts'
import { callIssuer, isSuccess, readContent, refuseOffer, type VciWalletContext, validate } from './context.ts'
import { findWanted, listOffered } from './write-request.ts'

type Form = Readonly<Record<string, string>>

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Has the user authorize the wallet, and returns the token request for the code. */
export async function receiveCode(context: VciWalletContext, grant: JsonObject): Promise<Form> {
  const { steps, random } = context
  const verifier = steps.makeVerifier(random)
  const form = steps.authorization({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: random(16).toString('base64url'),
    code_challenge: hash(verifier),
    code_challenge_method: 'S256',
    ...nameScope(context),
    ...nameResource(context.facts),
    ...(typeof grant.issuer_state === 'string' && { issuer_state: grant.issuer_state }),
  })
  const returned = await visit(context, await push(context, form))
  context.facts = { ...context.facts, returned }
  if (!steps.isStateSame(form.state, returned.state)) refuseOffer('the redirect is of another request')
  validate(context, 'return-issuer', 'return-code')
  return {
    grant_type: 'authorization_code',
    code: readText(returned.code ?? ''),
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
}

/** Several issuers may have one authorization server (OpenID4VCI 1.0, section 5.1.2). */
const nameResource = ({ metadata, issuer }: VciWalletContext['facts']): Form =>
  metadata.authorization_servers === undefined ? {} : { resource: issuer }

/** The scope of the credential that it wants, or else its details (OpenID4VCI 1.0, section 12.2.4). */
function nameScope(context: VciWalletContext): Form {
  const { id, configuration } = findWanted(context)
  const { scope: own } = configuration
  if (typeof own !== 'string') {
    const detail = { type: 'openid_credential', credential_configuration_id: id, locations: [context.facts.issuer] }
    return { authorization_details: JSON.stringify([detail]) }
  }
  const scopes = listOffered(context).map(({ configuration }) => readText(configuration.scope))
  return { scope: context.steps.writeScope(own, scopes) }
}

/** What goes to the authorization endpoint: a reference to the request, where it can be pushed. */
async function push(context: VciWalletContext, form: Form): Promise<Form> {
  const { pushed_authorization_request_endpoint: url } = context.facts.server
  if (!context.steps.pushes || typeof url !== 'string' || !URL.canParse(url)) return form
  const usualHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(form).toString()
  const response = await sendAsClient(context, (headers) =>
    callIssuer(context, 'push', { method: 'POST', url, headers: { ...usualHeaders, ...headers }, body }),
  )
  const uri = isSuccess(response) ? readContent(response.body)?.request_uri : undefined
  return { client_id: clientId, request_uri: typeof uri === 'string' ? uri : refuseOffer('nothing can be pushed') }
}

/** Opens the authorization endpoint in the browser of the user, who comes back at once. */
async function visit(context: VciWalletContext, parameters: Form): Promise<JsonObject> {
  const endpoint = readText(context.facts.server.authorization_endpoint)
  if (!URL.canParse(endpoint)) refuseOffer('there is no authorization endpoint')
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const headers = { accept: 'text/html' }
  const { location = '' } = (await callIssuer(context, 'authorization', { method: 'GET', url: url.href, headers }))
    .headers
  if (!location.startsWith(`${redirectUri}?`)) refuseOffer('the user does not come back')
  return Object.fromEntries(new URL(location).searchParams)
}
