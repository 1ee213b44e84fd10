import type { Actor, Scene, Validation } from '../../model/actors.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Role } from '../../model/requirement.ts'
import type { Terms } from '../../model/terms.ts'
import type { Answering, Asked, Endpoint, Origin, Replied } from '../../model/wire.ts'
import type { Exhibit, Kind } from '../../protocol/evidence.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { World } from '../world.ts'
import { refused } from './http.ts'

/** Somebody who may ask for a credential: what the issuer knows of a holder. */
export interface Customer {
  readonly uid: string
  readonly sessionToken: string
  readonly holder: JsonObject
}

/** The device that wallet and identity app share. How certificates come from one to the other is said nowhere: they lie here. */
export interface Device {
  certificates: readonly string[]
}

/** Where an actor sits: its world, what was agreed, and what it remembers. */
export interface Desk {
  readonly world: World
  readonly terms: Terms
  readonly ledger: Ledger
  readonly customers: readonly Customer[]
  /** PEM certificates at which the chain of a device may end. */
  readonly anchors: readonly string[]
  readonly device: Device
}

/** An offer on its way, and the dataset that it is about: the offer itself has no place for it. */
export interface Pushed {
  readonly offer: string
  readonly credentialIdentifier: string
}

/** How an actor reaches the others. */
export interface Ports {
  readonly call: (endpoint: Endpoint, from: Role, asked: Asked, origin?: Origin) => Promise<Replied>
  /** Identity app to credential manager: an offer, or a URL that leads to one. */
  readonly push: (pushed: Pushed) => Promise<void>
  /** Credential manager to wallet. */
  readonly handOver: (pushed: Pushed) => Promise<void>
  /** Wallet to identity app: the link, and for our own books what is sealed in it. */
  readonly openLink: (link: string, clear: string) => Promise<void>
}

/** The endpoints that an actor answers at. */
export type Answers = { readonly [E in Endpoint]?: Answering }

/** The requirements for whose sake a message is turned away. None is an acceptance. */
export const refusalsOf = (validations: readonly Validation[], scene: Scene): readonly string[] =>
  validations.filter(({ refuses }) => refuses(scene)).map(({ requirement }) => requirement)

/** What is read in a layer of a message, the first of its kind. */
export function contentOf<K extends Kind>(exhibits: readonly Exhibit[], kind: K): Exhibit<K>['content'] {
  return exhibits.find((exhibit): exhibit is Exhibit<K> => exhibit.kind === kind)?.content
}

/** Whose session token a call carries. */
export function customerOf({ headers }: Asked, { terms, customers }: Desk): Customer | undefined {
  const { header, format } = terms.token
  const value = headers[header.toLowerCase()]
  return customers.find(({ sessionToken }) => value === (format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken))
}

/** Lets an actor have its last look at every answer. */
export const replying = (actor: Actor, answers: Answers): Answers =>
  eachOf(answers, (endpoint, answer) => async (asked) => actor.reply(await answer(asked), endpoint))

/** Turns away who has no token, at endpoints that were agreed to want one. */
export const guarded = (desk: Desk, answers: Answers): Answers =>
  eachOf(answers, (endpoint, answer) => async (asked) => {
    const isLocked = desk.terms.guarded.has(endpoint) && !customerOf(asked, desk)
    return isLocked ? refused(['VAL-AUTHENTICATES'], 401) : answer(asked)
  })

const eachOf = (answers: Answers, change: (endpoint: Endpoint, answer: Answering) => Answering): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([endpoint, answer]) => [endpoint, change(endpoint as Endpoint, answer)]), // its keys are endpoints
  )
