import type { SessionResult } from '../../../../model/check.ts'
import type { StandardProfile } from '../../../../model/decision.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { SecuredToken } from '../../../../protocol/status-list/secured-token.ts'
import type { Send } from '../../../../src/harness/calls.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import type { ProbeQueue } from '../../../../src/harness/side-by-side/probe-queue.ts'
import type { WalletAlgorithm } from '../../../jose/wallet-algorithms.ts'
import type { ReferenceProfile } from '../../../kit/reference-profile.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import type { AuthorizeUser } from '../authorization/authorize-user.ts'
import type { ClientInstance } from '../authorization/client-instance.ts'
import type { DpopKey } from './dpop.ts'
import type { FoundIssuer } from './find-issuer.ts'
import type { GrantName } from './grant-names.ts'
import type { GivenTexts } from './keep-given.ts'
import type { GivenOffer, ReadOffer } from './read-offer.ts'

/** A suite by which issuers are tested: OpenID4VCI, or one that builds on it. */
export interface IssuerProfile {
  readonly suite: StandardProfile
  readonly rows: readonly Requirement[]
  /** The grants by which the wallet obtains access tokens, the one that is preferred first. */
  readonly grants: readonly GrantName[]
  /** The suite by which a credential is judged, or else that of its format. */
  readonly credentials: StandardProfile
  /** The suite by which a status list is judged, beside its own. */
  readonly lists?: StandardProfile
  /** The algorithm of DPoP proofs where the authorization server names none; nothing, where it gets no proofs then. */
  readonly dpop?: WalletAlgorithm
  /** The key of a provider of wallets where none is given. */
  readonly attestationKey?: Jwk
  /** Says that a code is good for a minute at most. */
  readonly codeExpires?: Requirement
  readonly checks?: IssuerProfileChecks
  /** What is said beside the results. */
  readonly note?: (wallet: TestWallet) => string | undefined
  /** Sends what this suite adds to the probes. */
  readonly sendProbes?: (place: ProbePlace, grant: Grant, wallet: TestWallet) => Promise<void>
  readonly reference: ReferenceProfile<IssuerMutation>
}

/** What a suite has looked at beside artefacts. */
export interface IssuerProfileChecks {
  readonly servers?: (issuer: FoundIssuer) => Iterable<SessionResult>
  readonly pushed?: (content: JsonObject) => Iterable<SessionResult>
  /** The redirection with a code, and the metadata of the authorization server. */
  readonly redirection?: (parameters: URLSearchParams, server: JsonObject) => Iterable<SessionResult>
  /** The token request of a wallet that has a token. */
  readonly token?: (wallet: TestWallet) => Iterable<SessionResult>
  /** The first token response, and the metadata of the authorization server. */
  readonly granted?: (content: JsonObject, server: JsonObject) => Iterable<SessionResult>
  /** A refresh token, and the response to its use. */
  readonly refreshed?: (token: string, content: JsonObject) => Iterable<SessionResult>
  /** All credentials that were issued. */
  readonly issued?: (credentials: readonly JsonValue[]) => Iterable<SessionResult>
}

/** Where probes are sent, and where their codes come from. */
export interface ProbePlace {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly nextOffer: () => Promise<GivenOffer | undefined>
  /** What sends those that depend on no other. */
  readonly queue: ProbeQueue<TestWallet>
}

/** What a wallet has, besides an offer. */
export interface TestWallet {
  readonly send: Send
  /** Sends what is recorded elsewhere. */
  readonly call: Send
  readonly journal: Journal
  readonly profile: IssuerProfile
  /** All credentials that were issued. */
  readonly issued: JsonValue[]
  /** Those of them that were asked for as they have to be. */
  readonly sound: JsonValue[]
  readonly given: GivenTexts
  /** Status lists of its credentials, by their addresses, in each format in which they can be read. */
  readonly lists: Map<string, readonly SecuredToken[]>
  /** Offers that were fetched from an address. */
  readonly offers: ReferredOffer[]
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  /** Seconds for which something is waited for. */
  readonly patience?: number
  readonly clientId?: string
  /** Another client that the server knows. */
  readonly secondClientId?: string
  /** The grant that it prefers, where an offer has several. */
  readonly grant?: GrantName
  /** Where its user comes back to, and who the user is. */
  readonly redirectUri: string
  readonly authorizeUser: AuthorizeUser
  /** Whether a person logs in each time. */
  readonly asksPerson?: boolean
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

/** An access token, and what can be had for it. */
export interface Grant extends GrantedCredential {
  readonly token: string
  readonly type: string
  /** The code that was exchanged for it. */
  readonly code: string
  /** What the token response says of it; nothing, where it is for what was asked for. */
  readonly scope?: string
  /** The other credentials that can be had for the token. */
  readonly others: readonly GrantedCredential[]
}

/** A credential that can be had for a token. */
export interface GrantedCredential {
  readonly identifiers: readonly string[]
  readonly configurationId: string
  readonly configuration: JsonObject
}
