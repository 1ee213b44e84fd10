import type { HttpRequest } from '../../../../model/wire.ts'
import { parseOfferUrl } from '../../../../protocol/artefacts/offer.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../../../protocol/jose/jws.ts'
import { preAuthorizedGrant } from '../names.ts'
import type { VciWalletEnd } from '../wallet-steps.ts'
import { receiveCode } from './authorize.ts'
import { sendAsClient } from './client.ts'
import {
  callIssuer,
  isSuccess,
  readContent,
  refuseOffer,
  type VciWalletContext,
  type VciWalletOptions,
  validate,
  WalletRefusal,
} from './context.ts'
import { callWithToken, makeDpopKey } from './dpop.ts'
import { fetchCredentials } from './fetch-credentials.ts'
import { readServerName } from './steps.ts'

/** An offer as it came, with the transaction code that the user entered. */
export interface HandedOffer {
  readonly link: string
  readonly txCode?: string
}

/** Takes an offer, and obtains the credential in it. */
export async function takeOffer(options: VciWalletOptions, offer: HandedOffer): Promise<VciWalletEnd> {
  const context: VciWalletContext = { ...options, facts: nothing, challenges: [], dpopNonces: new Map() }
  try {
    learn(context, { now: options.now(), anchors: options.anchors, offer: await readLink(context, offer.link) })
    validate(context, 'offer-members', 'grants-known')
    await findIssuer(context)
    await findServer(context)
    await openGrant(context, offer)
    await fetchCredentials(context)
    return options.steps.end({ accepted: true })
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error
    return options.steps.end({ accepted: false, refused: error.message })
  }
}

const nothing = {
  offer: {},
  issuer: '',
  metadata: {},
  serverId: '',
  server: {},
  returned: {},
  token: {},
  response: {},
  format: '',
  credentials: [],
  issuerKeys: [],
  anchors: [],
  isEncryptionWanted: false,
  isEncrypted: false,
  now: 0,
}

function learn(context: VciWalletContext, facts: Partial<VciWalletContext['facts']>): void {
  context.facts = { ...context.facts, ...facts }
}

async function readLink(context: VciWalletContext, link: string): Promise<JsonObject> {
  const read = attempt(() => parseOfferUrl(link))
  const { value, reference } = ('value' in read ? read.value : undefined) ?? {}
  const text = value ?? (reference === undefined ? '' : await fetchText(context, reference))
  return readContent(text) ?? refuseOffer('the offer cannot be read')
}

async function fetchText(context: VciWalletContext, url: string): Promise<string> {
  const response = await callIssuer(context, 'offer', get(url))
  return isSuccess(response) ? response.body : ''
}

const get = (url: string): HttpRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json', 'accept-language': 'en' },
})

async function findIssuer(context: VciWalletContext): Promise<void> {
  const issuer = readText(context.facts.offer.credential_issuer)
  if (!URL.canParse(issuer)) refuseOffer('the offer names no issuer')
  const url = context.steps.wellKnown(issuer, 'openid-credential-issuer')
  const response = await callIssuer(context, 'issuerMetadata', get(url))
  const signed = isSuccess(response) ? readSigned(response.body) : undefined
  const content = isSuccess(response) ? (readContent(response.body) ?? signed?.payload) : undefined
  const metadata = content ?? refuseOffer('there is no metadata')
  learn(context, { issuer, metadata, ...(signed && { signedMetadata: signed }) })
  validate(context, 'metadata-signed', 'metadata-current', 'metadata-named', 'issuer-same', 'metadata-members')
}

function readSigned(body: string): Jws | undefined {
  const read = attempt(() => readJws(body.trim()))
  return 'value' in read ? read.value : undefined
}

async function findServer(context: VciWalletContext): Promise<void> {
  const { steps, facts } = context
  validate(context, 'server-listed')
  const serverId = steps.chooseServer(facts.metadata, facts.issuer, readServerName(facts.offer))
  const url = steps.wellKnown(serverId, 'oauth-authorization-server')
  const response = await callIssuer(context, 'serverMetadata', get(url))
  const server = (isSuccess(response) && readContent(response.body)) || refuseOffer('no authorization server')
  learn(context, { serverId, server })
  validate(context, 'server-same', 'server-members')
}

async function openGrant(context: VciWalletContext, { txCode }: HandedOffer): Promise<void> {
  const { facts } = context
  const { [preAuthorizedGrant]: grant, authorization_code: other } = isObject(facts.offer.grants)
    ? facts.offer.grants
    : {}
  if (isObject(grant)) await fetchToken(context, writeCode(grant, txCode))
  else if (isObject(other)) await fetchToken(context, await receiveCode(context, other))
  else if (isUngranted(facts) && hasCodes(facts.server)) await fetchToken(context, await receiveCode(context, {}))
  else refuseOffer('the offer has no grant that the wallet has')
}

/** An offer without grants leaves them to the metadata of the authorization server (OpenID4VCI 1.0, section 4.1.1). */
const isUngranted = ({ offer: { grants } }: VciWalletContext['facts']): boolean =>
  grants === undefined || (isObject(grants) && Object.keys(grants).length === 0)

const hasCodes = ({ grant_types_supported: types }: JsonObject): boolean =>
  !Array.isArray(types) || types.includes('authorization_code')

function writeCode(grant: JsonObject, txCode: string | undefined): Readonly<Record<string, string>> {
  const needsCode = isObject(grant.tx_code)
  if (needsCode && txCode === undefined) refuseOffer('there is no transaction code')
  return {
    grant_type: preAuthorizedGrant,
    'pre-authorized_code': readText(grant['pre-authorized_code']),
    ...(needsCode && { tx_code: txCode ?? '' }),
  }
}

async function fetchToken(context: VciWalletContext, usual: Readonly<Record<string, string>>): Promise<void> {
  const { steps, facts } = context
  const form = steps.form(usual, facts)
  makeDpopKey(context)
  const usualHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const url = readText(facts.server.token_endpoint)
  if (!URL.canParse(url)) refuseOffer('there is no token endpoint')
  const body = new URLSearchParams(form).toString()
  const response = await sendAsClient(context, (headers) =>
    callWithToken(context, 'token', { method: 'POST', url, headers: { ...usualHeaders, ...headers }, body }),
  )
  const token = isSuccess(response) ? readContent(response.body) : undefined
  if (typeof token?.access_token !== 'string') return refuseOffer('there is no access token')
  learn(context, { token })
  validate(context, 'type-known', 'token-members')
}
