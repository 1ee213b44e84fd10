import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import { type JsonObject, parseJsonObject, readText, writeJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readJwe } from '../../../../protocol/jose/jwe.ts'
import { readSigned } from '../../../../protocol/jose/jws.ts'
import type { IdentityApp, MessageState, Session } from '../../model/actors.ts'
import type { Endpoint } from '../../model/endpoints.ts'
import type { ActorEnvironment } from '../steps/environment.ts'
import { listWalletSeals } from '../steps/environment.ts'
import { findContent, keepRequestKey, type Network, type ServiceContext } from './context.ts'
import { createJsonRequest, insertId, isSuccessful } from './http.ts'

/** Who shares, and whether the offer goes as a text or as a URL that leads to it. */
export interface ShareRequest {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
  readonly offer: 'value' | 'reference'
}

/** An identity app at work, for one holder. */
export interface RunningIdentityApp {
  /** The holder wants to share: from Issuer Config to the pushed offer. */
  readonly share: (wish: ShareRequest) => Promise<void>
  /** Opens a deeplink: the steps from there to the wallet backend. */
  readonly open: (link: string) => Promise<void>
}

/** Starts an identity app: it opens a session, pushes the offer, has the request validated and delivers. */
export function startIdentityApp(app: IdentityApp, context: ServiceContext, network: Network): RunningIdentityApp {
  const { terms, environment } = context
  const { addresses } = terms
  let session: Session | undefined // the current session

  const call = (endpoint: Endpoint, request: HttpRequest): Promise<HttpResponse> =>
    network.call(endpoint, 'identity app', app.adjustRequest(request, endpoint))
  const facts = { now: environment.now, issuer: environment.issuer }
  const refuses = (artefacts: readonly Artefact[], state: MessageState = {}): boolean =>
    app.findRefusals({ artefacts, facts, state }).length > 0

  async function openSession(wanted: Session): Promise<Session | undefined> {
    const response = await call('issuerConfig', createJsonRequest(addresses.issuerConfig, app.requestConfig(wanted)))
    if (!isSuccessful(response)) return undefined
    const artefacts = openArtefact('issuer-config-response', response.body)
    if (refuses(artefacts)) return undefined
    const config = findContent(artefacts, 'issuer-config-response') ?? {}
    keepRequestKey(context, config)
    const { credential_identifier: id, nonce, 'pre-authorized_code': code = nonce } = config
    const { configurationId } = environment.dialect
    session = { ...wanted, credentialIdentifier: readText(id), configurationId, code: readText(code) }
    return session
  }

  async function share({ offer, ...holder }: ShareRequest): Promise<void> {
    const wanted: Session = { ...holder, credentialIdentifier: '', code: '', nonce: '', holder: {} }
    const push = (about: Session): Promise<void> => {
      const pushed = {
        offer: offer === 'value' ? writeJson(app.offer(about)) : createOfferLink(context, about),
        credentialIdentifier: about.credentialIdentifier,
      }
      return app.perform(() => network.pushOffer(pushed), 'offerPush')
    }
    await app.share({ requested: wanted, openSession: () => openSession(wanted), pushOffer: push })
  }

  async function openLink(link: string): Promise<void> {
    const sealed = findSealedRequest(link, environment.dialect.deeplink.parameter)
    if (!session || sealed === undefined || sealed === '') return
    const { headers, body } = app.validate(session, sealed)
    const current = session
    const request = createJsonRequest(addresses.validate, body, toLowerCaseNames(headers))
    const validated = await performCall(app, 'validate', () => call('validate', request))
    if (!validated || !isSuccessful(validated)) return
    const artefacts = openArtefact('validation-response', validated.body, listWalletSeals(environment.keys))
    if (refuses(artefacts.slice(0, 1), hasClearText(artefacts) ? { response: 'unencrypted' } : {})) return
    session = undefined
    const clear = terms.deliveredCredentials === 'decrypted' ? findContent(artefacts, 'response') : undefined
    const response = clear ?? wrapUnopened(validated.body, current, environment)
    if (response === undefined) return
    const certificates = environment.dialect.certificates === 'callback' ? context.device.certificates : []
    const delivery = createJsonRequest(addresses.walletCallback, app.writeCallback(response, certificates))
    await app.perform(async () => void (await call('walletCallback', delivery)), 'walletCallback')
  }

  return { share, open: openLink }
}

/** Performs a step that gets a response; `undefined` if the step is left out. */
async function performCall(
  app: IdentityApp,
  endpoint: Endpoint,
  call: () => Promise<HttpResponse>,
): Promise<HttpResponse | undefined> {
  let response: HttpResponse | undefined
  await app.perform(async () => {
    response = await call()
  }, endpoint)
  return response
}

/** Names of header fields, written small. */
export const toLowerCaseNames = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** A URL that leads to the offer. */
const createOfferLink = ({ terms }: ServiceContext, { credentialIdentifier, code }: Session): string => {
  const url = insertId(terms.addresses.offer, credentialIdentifier).url.replaceAll('{code}', encodeURIComponent(code))
  return `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(url)}`
}

/**
 * A response that only the wallet can decrypt is delivered as it is, and so is a bare credential. An unencrypted
 * response is parsed. Anything else is not delivered.
 */
function wrapUnopened(
  body: string,
  { credentialIdentifier }: Session,
  { dialect }: ActorEnvironment,
): JsonObject | undefined {
  const parsed = attempt(() => parseJsonObject(body))
  const text = 'value' in parsed ? parsed.value.credential_response : undefined
  if (typeof text !== 'string') return undefined
  const isForOthers = /^[\w.-]+ ?~/.test(text) || isJwe(text) || isSignedJwe(text)
  if (!isForOthers) return readClearText(text, dialect)
  return {
    ...(dialect.idField !== undefined && { [dialect.idField]: credentialIdentifier }),
    [dialect.responseCredentials]: [text],
  }
}

const isJwe = (text: string): boolean => 'value' in attempt(() => readJwe(text))

/** Whether a text is a JWS around a JWE: encrypted first, and then signed. */
function isSignedJwe(text: string): boolean {
  const read = attempt(() => readSigned(text))
  return 'value' in read && isJwe(read.value.body)
}

/** Whether there is a text where an encrypted one should be. */
const hasClearText = (artefacts: readonly Artefact[]): boolean =>
  artefacts.length > 1 && !artefacts.some(({ kind, content }) => kind === 'encrypted-response' && content !== undefined)

/** Finds the encrypted request in a deeplink. */
function findSealedRequest(link: string, parameter: string): string | undefined {
  const [artefact] = openArtefact('deeplink', link)
  return findContent(artefact ? [artefact] : [], 'deeplink')?.parameters.find(([name]) => name === parameter)?.[1]
}

/** Parses an unencrypted response, signed or not. */
const readClearText = (
  text: string,
  { responseCredentials: name }: ActorEnvironment['dialect'],
): JsonObject | undefined =>
  [() => parseJsonObject(text), () => parseJsonObject(readSigned(text).body)]
    .map(attempt)
    .flatMap((read) => ('value' in read && Array.isArray(read.value[name]) ? [read.value] : []))[0]
