import type { HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { Send } from '../../../../src/harness/calls.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import type { AuthorizeUser } from '../authorization/authorize-user.ts'
import type { ClientInstance } from '../authorization/client-instance.ts'
import type { DpopKey } from './dpop.ts'
import type { GrantName, IssuerProfile } from './issuer-profiles.ts'

/** What a wallet has, besides an offer. */
export interface TestWallet {
  readonly send: Send
  readonly journal: Journal
  readonly profile: IssuerProfile
  /** All credentials that were issued. */
  readonly issued: JsonValue[]
  /** Those of them that were asked for as they have to be. */
  readonly sound: JsonValue[]
  /** What the issuer gives to one session alone, by its name. */
  readonly given: Map<string, string[]>
  /** Offers that were fetched from an address. */
  readonly offers: ReferredOffer[]
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  /** Seconds for which something is waited for. */
  readonly patience?: number
  readonly clientId?: string
  /** The grant that it prefers, where an offer has several. */
  readonly grant?: GrantName
  /** Where its user comes back to, and who the user is. */
  readonly redirectUri: string
  readonly authorizeUser: AuthorizeUser
  /** The key to which its access tokens are bound, where the issuer does that. */
  readonly dpop?: DpopKey
  /** How it authenticates itself, where the authorization server lets it. */
  readonly instance?: ClientInstance
  /** The key of a provider of wallets, for attestations of keys and of wallets: a private JWK, perhaps with `kid` and `x5c`. */
  readonly attestationKey?: Jwk
}

/** An offer by reference: its address, and how it came. */
export interface ReferredOffer {
  readonly uri: string
  readonly response: HttpResponse
}

/** Remembers what only one session may have. */
export const keepGiven = ({ given }: Pick<TestWallet, 'given'>, name: string, text: string): void => {
  given.set(name, [...(given.get(name) ?? []), text])
}

/** An access token, and what can be had for it. */
export interface Grant extends GrantedCredential {
  readonly token: string
  readonly type: string
  /** The other credentials that can be had for the token. */
  readonly others: readonly GrantedCredential[]
}

/** A credential that can be had for a token. */
export interface GrantedCredential {
  readonly identifiers: readonly string[]
  readonly configurationId: string
  readonly configuration: JsonObject
}
