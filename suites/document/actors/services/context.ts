import type { Role } from '../../../../model/role.ts'
import type { StateStore } from '../../../../model/state-store.ts'
import type { EndpointHandler, HttpRequest, HttpResponse, UrlOrigin } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Actor } from '../../model/actors.ts'
import type { Endpoint } from '../../model/endpoints.ts'
import type { Terms } from '../../model/terms.ts'
import type { ActorEnvironment } from '../steps/environment.ts'
import { createRejection } from './http.ts'

/** What the issuer knows about a holder. */
export interface KnownHolder {
  readonly uid: string
  readonly sessionToken: string
  readonly holder: JsonObject
}

/** The device that wallet and identity app share. The document leaves open how some things pass between them: they are kept here. */
export interface Device {
  certificates: readonly string[]
  /** The key for requests, where it comes from Issuer Config. */
  requestKey?: JsonObject
}

/** Where an actor sits: its world, what was agreed, and what it remembers. */
export interface ServiceContext {
  readonly environment: ActorEnvironment
  readonly terms: Terms
  readonly state: StateStore
  readonly holders: readonly KnownHolder[]
  /** PEM certificates at which the chain of a device may end. */
  readonly anchors: readonly string[]
  readonly device: Device
}

/** An offer on its way, and the dataset that it is about: the offer itself has no place for it. */
export interface OfferPush {
  readonly offer: string
  readonly credentialIdentifier: string
  /** What an app under test pushed beside it. */
  readonly beside?: Readonly<Record<string, string>>
}

/** How an actor reaches the others. */
export interface Network {
  readonly call: (endpoint: Endpoint, from: Role, request: HttpRequest, origin?: UrlOrigin) => Promise<HttpResponse>
  /** Identity app to credential manager: an offer, or a URL that leads to one. */
  readonly pushOffer: (pushed: OfferPush) => Promise<void>
  /** Credential manager to wallet. */
  readonly deliverOffer: (pushed: OfferPush) => Promise<void>
  /** Wallet to identity app: the link, and for our own books what is sealed in it. */
  readonly openLink: (link: string, clear: string) => Promise<void>
}

/** Keeps the key for requests, where it comes from Issuer Config. */
export function keepRequestKey(
  { environment: { dialect }, device }: ServiceContext,
  { credential_request_encryption_key: key }: JsonObject,
): void {
  if (dialect.requestKeySource === 'config' && isObject(key)) device.requestKey = key
}

/** The metadata as the wallet reads them: with the key from Issuer Config, where that is where it comes from. */
export const completeMetadata = ({ device }: ServiceContext, metadata: JsonObject): JsonObject =>
  device.requestKey === undefined ? metadata : { ...metadata, credential_request_encryption: device.requestKey }

/** The endpoints that an actor answers at. */
export type EndpointHandlers = { readonly [E in Endpoint]?: EndpointHandler }

/** What is read in a layer of a message, the first of its kind. */
export function findContent<K extends ArtefactKind>(artefacts: readonly Artefact[], kind: K): Artefact<K>['content'] {
  return artefacts.find((artefact): artefact is Artefact<K> => artefact.kind === kind)?.content
}

/** Whose session token a call carries. */
export function findHolder({ headers }: HttpRequest, { terms, holders }: ServiceContext): KnownHolder | undefined {
  const { header, format } = terms.token
  const value = headers[header.toLowerCase()]
  return holders.find(({ sessionToken }) => value === (format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken))
}

/** Lets an actor have its last look at every answer. */
export const applyReply = (actor: Actor, handlers: EndpointHandlers): EndpointHandlers =>
  mapHandlers(
    handlers,
    (endpoint, answer) => async (request) => actor.adjustResponse(await answer(request), endpoint, request),
  )

/** Turns away who has no token, at endpoints that were agreed to want one. */
export const requireToken = (context: ServiceContext, handlers: EndpointHandlers): EndpointHandlers =>
  mapHandlers(handlers, (endpoint, answer) => async (request) => {
    const isLocked = context.terms.guarded.has(endpoint) && !findHolder(request, context)
    return isLocked ? createRejection(['VAL-AUTHENTICATES'], 401) : answer(request)
  })

const mapHandlers = (
  handlers: EndpointHandlers,
  change: (endpoint: Endpoint, answer: EndpointHandler) => EndpointHandler,
): EndpointHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([endpoint, answer]) => [endpoint, change(endpoint as Endpoint, answer)]), // its keys are endpoints
  )
