import type { Scene, Validation } from '../../model/actors.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Role } from '../../model/requirement.ts'
import type { Terms } from '../../model/terms.ts'
import type { Answering, Asked, Endpoint, Origin, Replied } from '../../model/wire.ts'
import type { Exhibit, Kind } from '../../protocol/evidence.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { World } from '../world.ts'

/** Somebody who may ask for a credential: what the issuer knows of a holder. */
export interface Customer {
  readonly uid: string
  readonly sessionToken: string
  readonly holder: JsonObject
}

/** Where an actor sits: its world, what was agreed, and what it remembers. */
export interface Desk {
  readonly world: World
  readonly terms: Terms
  readonly ledger: Ledger
  readonly customers: readonly Customer[]
  /** PEM certificates at which the chain of a device may end. */
  readonly anchors: readonly string[]
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
  /** Wallet to identity app. */
  readonly openLink: (link: string) => Promise<void>
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
