import holders from '../../../fixtures/holders.json' with { type: 'json' }
import fixtureKeys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Decide } from '../../../model/decision.ts'
import type { Account } from '../../../model/driver.ts'
import type { Role } from '../../../model/role.ts'
import type { StateStore } from '../../../model/state-store.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { isObject, type JsonObject, RawJson, readText, type Writable } from '../../../protocol/encoding/json.ts'
import { toPem } from '../../../protocol/jose/jwk.ts'
import {
  completeMetadata,
  type EndpointHandlers,
  findContent,
  type KnownHolder,
  keepRequestKey,
  type Network,
  type OfferPush,
  requireToken,
  type ServiceContext,
} from '../actors/services/context.ts'
import { startCredentialManager } from '../actors/services/credential-manager.ts'
import { createJsonRequest } from '../actors/services/http.ts'
import { type RunningIdentityApp, startIdentityApp, toLowerCaseNames } from '../actors/services/identity-app.ts'
import { startIssuer } from '../actors/services/issuer.ts'
import { startStatusService } from '../actors/services/status-service.ts'
import { startVerifier } from '../actors/services/verifier.ts'
import { createCredentialRequest, readNonce, startWallet } from '../actors/services/wallet.ts'
import { startWalletBackend } from '../actors/services/wallet-backend.ts'
import {
  type ActorEnvironment,
  createUuid,
  type Keyring,
  listIssuerSeals,
  listWalletSeals,
  placeAlgorithm,
  toPublicKey,
} from '../actors/steps/environment.ts'
import { createIssuer, issueCredential } from '../actors/steps/issuer.ts'
import { createReferenceActors } from '../actors/steps/offline-exchange.ts'
import { deriveConventions } from '../kit/conventions.ts'
import { type BaseAddresses, deriveTerms } from '../kit/terms.ts'
import { type ActorMutation, type Actors, mutateActors, type Session } from '../model/actors.ts'
import { createValidations, type ValidationOptions } from './validations.ts'

// Suites, actors and fixtures do not import one another. Here they become running actors.

/** The addresses, decisions and state of a group of actors. */
export interface ActorsOptions extends ValidationOptions {
  readonly decide: Decide
  readonly bases: BaseAddresses
  /** Seconds since 1970. */
  readonly now: () => number
  readonly random: (octets: number) => Uint8Array
  readonly state: StateStore
  readonly accounts: readonly Account[]
  /** Members of `credential_response_encryption` that replace the usual ones. */
  readonly asks?: JsonObject
  /** The keys of the actors, if not those of the fixtures. */
  readonly keys?: Keyring
  /** The credential configuration that offers name, where the metadata of a target say so. */
  readonly configurationId?: string
  /** The key for requests that a ceremony gave to the wallet: a JWK or a JWK Set. */
  readonly requestKey?: JsonObject
  /** Certificates at which device chains may end, if not at that of the reference actors. */
  readonly anchors?: readonly string[]
  /** The roles that validate what they receive. The others go on as far as they can. Absent, all validate. */
  readonly strict?: ReadonlySet<Role>
  /** How one of the actors is mutated. */
  readonly mutation?: ActorMutation
}

/** The running actors of one session. */
export interface RunningActors {
  readonly issuer: EndpointHandlers
  readonly statusService: EndpointHandlers
  readonly walletBackend: EndpointHandlers
  readonly verifier: EndpointHandlers
  readonly identityApp: RunningIdentityApp
  readonly credentialManager: { readonly take: (pushed: OfferPush) => Promise<void> }
  readonly wallet: { readonly take: (pushed: OfferPush) => Promise<void> }
  /** Issues a credential without the flow before it, and creates its callback. The status service knows the credential. */
  readonly mintCredential: (account: number) => MintedCredential
  /** Requests a credential with the fewest messages: issuer config, nonce, validation. */
  readonly requestCredential: (account: Account, metadata: JsonObject, lent?: LentValues) => Promise<void>
  /** The same steps one by one. */
  readonly requestSteps: RequestSteps
}

/** What the issuer gave to a session, for requests that open none. */
export interface LentValues {
  readonly config: JsonObject
  readonly nonce: string
}

/** The steps of a wallet and an identity app that request a credential without an offer. */
export interface RequestSteps {
  /** Opens a session. Returns the response of the issuer; empty if it cannot be read. */
  readonly openSession: (account: Account) => Promise<JsonObject>
  /** Fetches a nonce; empty if the issuer returns none. */
  readonly fetchNonce: () => Promise<string>
  /** Creates the validation call; `undefined` if the request cannot be encrypted. */
  readonly createRequest: (session: Session, metadata: JsonObject) => HttpRequest | undefined
}

/** A credential that was issued without the flow before it, and its callback. */
export interface MintedCredential {
  readonly credential: string
  readonly callback: Writable
}

/** The private keys of the reference actors for decryption. */
export const decryptionKeys: readonly JsonObject[] = [...listIssuerSeals(fixtureKeys), ...listWalletSeals(fixtureKeys)]

/** The authority of every device of the reference wallet. */
export const anchors: readonly string[] = [toPem(fixtureKeys.root)]

/** Creates the context that all actors of a session share. */
export function createServiceContext({
  decide,
  bases,
  now,
  random,
  state,
  accounts,
  asks,
  keys = fixtureKeys,
  configurationId,
  requestKey,
  ...rest
}: ActorsOptions): ServiceContext {
  const dialect = { ...deriveConventions(decide), ...(configurationId !== undefined && { configurationId }) }
  const terms = deriveTerms(decide, bases)
  const refusals = createValidations(decide, terms, rest)
  const environment: ActorEnvironment = {
    issuer: bases.issuer,
    status: bases.status,
    get now() {
      return now()
    },
    dialect,
    keys,
    random,
    announced: { nonce: terms.addresses.nonce.url, credential: terms.addresses.validate.url },
    codePresented: terms.codePresented,
    token: terms.token,
    responseEncryption: placeAlgorithm(dialect, {
      jwk: toPublicKey(keys.walletSeal),
      enc: 'A256GCM',
      zip: 'DEF',
      ...asks,
    }),
    // Without its validation, a status service would call every credential active.
    refusals: (role) => (role !== 'status service' && rest.strict?.has(role) === false ? () => [] : refusals(role)),
  }
  return {
    environment,
    terms,
    state,
    holders: accounts.map(createHolder),
    anchors: rest.anchors ?? anchors,
    device: { certificates: [], ...(dialect.requestKeySource === 'offline' && requestKey && { requestKey }) },
  }
}

const holderClaims = Object.values(holders)

/** Creates the holder of an account, with synthetic claims. */
const createHolder = ({ uid, sessionToken }: Account, index: number): KnownHolder => ({
  uid,
  sessionToken,
  holder: { ...holderClaims[index % holderClaims.length], MaskedUID: `XXXXXXXX${uid.slice(-4)}` },
})

/** Starts all actors over a network. They are valid except for the mutation in the options. */
export function startActors(options: ActorsOptions, network: Network): RunningActors {
  const context = createServiceContext(options)
  const actors = mutateActors(createReferenceActors(context.environment), options.mutation ?? {})
  return {
    issuer: requireToken(context, startIssuer(actors.issuer, context)),
    statusService: requireToken(context, startStatusService(actors.statusService, context)),
    walletBackend: requireToken(context, startWalletBackend(actors.walletBackend, context, network)),
    verifier: startVerifier(actors.verifier, context, network),
    identityApp: startIdentityApp(actors.identityApp, context, network),
    credentialManager: startCredentialManager(actors.credentialManager, network),
    wallet: startWallet(actors.wallet, context, network),
    mintCredential: (account) => mintCredential(actors, context, account),
    requestCredential: (account, metadata, lent) => {
      const steps = createRequestSteps(actors, context, network)
      if (!lent) return requestCredential(steps, network, account, metadata)
      keepRequestKey(context, lent.config)
      const given = { ...steps, openSession: async () => lent.config, fetchNonce: async () => lent.nonce }
      return requestCredential(given, network, account, metadata)
    },
    requestSteps: createRequestSteps(actors, context, network),
  }
}

function createRequestSteps({ wallet, identityApp }: Actors, context: ServiceContext, { call }: Network): RequestSteps {
  const { terms, environment } = context
  const { addresses } = terms
  return {
    openSession: async (account) => {
      const request = createJsonRequest(addresses.issuerConfig, identityApp.requestConfig(createSession(account)))
      const { body } = await call('issuerConfig', 'identity app', request)
      const config = findContent(openArtefact('issuer-config-response', body), 'issuer-config-response') ?? {}
      keepRequestKey(context, config)
      return config
    },
    fetchNonce: async () => {
      const { body } = await call('nonce', 'wallet', createJsonRequest(addresses.nonce))
      const given = findContent(openArtefact('nonce-response', body), 'nonce-response') ?? {}
      return readNonce(given, environment.dialect.nonceField)
    },
    createRequest: (session, found) => {
      const metadata = completeMetadata(context, found)
      const { configurationId } = environment.dialect
      const { sealed } = createCredentialRequest({ configurationId, ...session }, wallet, environment, metadata)
      if (sealed === undefined) return undefined
      const { headers, body } = identityApp.validate(session, sealed)
      return createJsonRequest(addresses.validate, body, toLowerCaseNames(headers))
    },
  }
}

const createSession = (account: Account): Session => ({
  ...account,
  credentialIdentifier: '',
  code: '',
  nonce: '',
  holder: {},
})

async function requestCredential(
  { openSession, fetchNonce, createRequest }: RequestSteps,
  { call }: Network,
  account: Account,
  metadata: JsonObject,
): Promise<void> {
  const {
    credential_identifier: dataset,
    nonce: named,
    'pre-authorized_code': code = named,
  } = await openSession(account)
  const nonce = await fetchNonce()
  const session = { ...createSession(account), credentialIdentifier: String(dataset), code: String(code), nonce }
  const request = createRequest(session, metadata)
  if (request) await call('validate', 'identity app', request)
}

function mintCredential(
  { issuer, identityApp }: Actors,
  { environment, state, holders }: ServiceContext,
  account: number,
): MintedCredential {
  const { uid, holder } = holders[account % holders.length] ?? { uid: '', holder: {} }
  const credentialIdentifier = createUuid(environment.random)
  const session: Session = { deviceId: '', sessionToken: '', code: '', nonce: '', uid, holder, credentialIdentifier }
  const { credential, payload } = issueCredential(issuer, session, environment.keys.holder)
  state.set(`issued/${readText(payload.id)}`, { status: 'active', uid })
  const response = createIssuer(environment).respond(session, {}, [credential])
  const delivered = isObject(response) && !(response instanceof RawJson) ? response : {}
  return { credential, callback: identityApp.writeCallback(delivered, []) }
}
