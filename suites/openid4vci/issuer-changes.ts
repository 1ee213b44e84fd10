import type { HttpResponse } from '../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../protocol/encoding/json.ts'
import { readHeaderKey } from '../../protocol/x509/chain.ts'
import {
  type ActorFault,
  type ActorVariant,
  type Mutation,
  makeActorChanges,
  makeActorFault,
} from '../kit/actor-changes.ts'
import { setMembers } from '../kit/samples.ts'
import { respondWithJson } from './actors/context.ts'
import type {
  VciEndpoint,
  VciIssuerSteps,
  VciRequestFacts,
  VciValidation,
  VciValidationName,
} from './actors/issuer-steps.ts'

export type IssuerMutation = Mutation<VciIssuerSteps>
export type IssuerFault = ActorFault<VciIssuerSteps>
export type IssuerVariant = ActorVariant<VciIssuerSteps>

export const makeIssuerFault = makeActorFault<VciIssuerSteps>()
const changes = makeActorChanges<VciIssuerSteps, VciValidationName, VciRequestFacts>()
export const { combine, set: setSteps, look, skip: skipValidations, skipWhere } = changes

/** Trusts the key that an attestation brings along in a parameter of its header, if its header is as it wants. */
export const verifyByBroughtKey = (
  name: 'wallet-signed' | 'attestation-good',
  parameter: 'jwk' | 'x5c',
  isGood: (header: JsonObject) => boolean = () => true,
): IssuerMutation =>
  look(name, (usual, facts) => {
    const attestation = name === 'wallet-signed' ? facts.client?.attestation : facts.proofs[0]?.attestation
    const { header = {} } = attestation ?? {}
    const provider = header[parameter] === undefined ? undefined : readHeaderKey({ [parameter]: header[parameter] })
    return usual(facts) || (provider !== undefined && isGood(header) && usual({ ...facts, provider }))
  })

/** Refuses what it may not refuse. */
export const validateMore = (name: VciValidationName, isGood: (request: JsonObject) => boolean): IssuerMutation =>
  changes.validateMore(name, ({ request }) => isGood(request))

export const changeMetadata =
  (change: (metadata: JsonObject) => JsonObject): IssuerMutation =>
  (steps) => ({ ...steps, issuerMetadata: (base) => change(steps.issuerMetadata(base)) })

/** Changes what is offered as it is, with all that was changed before. */
export const changeOffer =
  (change: (offer: JsonObject) => JsonObject): IssuerMutation =>
  (steps) => ({ ...steps, offer: (offer) => change(steps.offer(offer)) })

/** Changes each credential configuration. */
export const changeConfigurations = (change: (configuration: JsonObject) => JsonObject): IssuerMutation =>
  changeMetadata((metadata) => ({
    ...metadata,
    credential_configurations_supported: Object.fromEntries(
      Object.entries(Object(metadata.credential_configurations_supported)).map(([id, each]) => [
        id,
        change(Object(each)),
      ]),
    ),
  }))

export const changeConfiguration = (members: JsonObject): IssuerMutation => changeConfigurations(setMembers(members))

export const changeResponse =
  (endpoint: VciEndpoint, change: (response: HttpResponse) => HttpResponse): IssuerMutation =>
  (steps) => ({
    ...steps,
    send: (place, response) => {
      const sent = steps.send(place, response)
      return place === endpoint ? change(sent) : sent
    },
  })

export const setHeaders =
  (headers: Readonly<Record<string, string>>) =>
  (response: HttpResponse): HttpResponse => ({ ...response, headers: { ...response.headers, ...headers } })

export const changeBody =
  (change: (content: JsonObject) => JsonObject) =>
  (response: HttpResponse): HttpResponse => ({
    ...response,
    body: JSON.stringify(change(parseJsonObject(response.body))),
  })

/** Changes errors, and nothing else. */
export const changeErrors =
  (change: (response: HttpResponse) => HttpResponse) =>
  (response: HttpResponse): HttpResponse =>
    response.status >= 400 ? change(response) : response

export const setStatus =
  (status: number) =>
  (response: HttpResponse): HttpResponse => ({ ...response, status })

export const renameError = (from: string, to: string) =>
  changeErrors((response) =>
    response.body.includes(`"${from}"`) ? { ...response, body: response.body.replace(from, to) } : response,
  )

export const requireEncryption = (
  name: 'credential_request_encryption' | 'credential_response_encryption',
): IssuerMutation =>
  changeMetadata((metadata) => ({ ...metadata, [name]: { ...Object(metadata[name]), encryption_required: true } }))

/** Does not look at something in requests to one address. */
export const skipValidationsAt = (end: string, ...names: readonly VciValidationName[]): IssuerMutation =>
  combine(...names.map((name) => skipWhere(name, ({ url }) => url.endsWith(end))))

/** Looks at something else instead. */
export const replaceValidation = (name: VciValidationName, validation: VciValidation): IssuerMutation =>
  changes.demand([name], validation)

/** Has a second credential. */
export const addCredential: IssuerMutation = changeMetadata((metadata) => {
  const { credential_configurations_supported: all } = metadata
  const own = isObject(all) && isObject(all.membership) ? all.membership : {}
  const second = { ...own, scope: 'seniority', vct: 'https://types.example/seniority' }
  return { ...metadata, credential_configurations_supported: { ...(isObject(all) ? all : {}), seniority: second } }
})

/** Offers two credentials. */
export const offerSeveral: IssuerMutation = combine(
  addCredential,
  changeOffer(setMembers({ credential_configuration_ids: ['membership', 'seniority'] })),
)

export const defer = setSteps({ deferrals: 2 })
/** Asks for a transaction code, which is another one for each offer. */
const askCode = (write: (drawn: Buffer) => string): IssuerMutation =>
  setSteps({ nameTxCode: (drawn) => write(Buffer.from(drawn, 'base64url')) })
/** Of five digits, the first of which is no digit of a number. */
export const askTxCode = askCode((drawn) => `0${`${drawn.readUInt32BE()}`.slice(-4).padStart(4, '0')}`)
/** Of letters and digits, which are not those of a number in any base. */
export const askTxText = askCode((drawn) => `Zq${drawn.toString('hex').slice(0, 4)}G`)

/** Refuses every transaction code after two wrong ones, as a guard against guessing. */
export const limitCodes: IssuerMutation = (steps) => {
  const wrong = new Map<string, number>()
  return look('tx-code-right', (usual, facts) => {
    const code = readText(facts.request['pre-authorized_code'])
    const count = wrong.get(code) ?? 0
    const isRight = count < 2 && usual(facts)
    if (!isRight) wrong.set(code, count + 1)
    return isRight
  })(steps)
}

export const needAttestation = changeConfiguration({
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} } },
})

/** Offers the authorization code grant alone. */
export const setCodeGrant: IssuerMutation = changeOffer(({ grants, ...rest }) => {
  const { authorization_code: grant = {} } = isObject(grants) ? grants : {}
  return { ...rest, grants: { authorization_code: grant } }
})

export const changeServer =
  (change: (metadata: JsonObject) => JsonObject): IssuerMutation =>
  (steps) => ({ ...steps, serverMetadata: (server) => change(steps.serverMetadata(server)) })

/** Publishes keys of its authorization server. */
export const serveKeys = (...keys: readonly JsonObject[]): IssuerMutation =>
  combine(
    changeServer((metadata) => ({ ...metadata, jwks_uri: `${metadata.issuer}/keys` })),
    setSteps({ document: (url) => (url.endsWith('/keys') ? respondWithJson(200, { keys: [...keys] }) : undefined) }),
  )

/** Binds access tokens to keys (RFC 9449). */
export const bindTokens: IssuerMutation = changeServer(setMembers({ dpop_signing_alg_values_supported: ['ES256'] }))

/** Gives challenges with its responses, and wants one in each proof for a wallet attestation. */
export const giveChallenges = setSteps({ nameChallenge: (drawn) => drawn })

/** Has an endpoint for challenges as well. */
export const serveChallenges: IssuerMutation = combine(
  giveChallenges,
  changeServer((metadata) => ({ ...metadata, challenge_endpoint: `${metadata.issuer}/challenge` })),
)

/** Has wallets authenticate themselves by attestations of their provider. */
export const needClientAttestation: IssuerMutation = changeServer(
  setMembers({
    token_endpoint_auth_methods_supported: ['attest_jwt_client_auth'],
    client_attestation_signing_alg_values_supported: ['ES256'],
    client_attestation_pop_signing_alg_values_supported: ['ES256'],
    'pre-authorized_grant_anonymous_access_supported': false,
  }),
)

/** Makes salts by how many there were, of all claims and of this one. */
export const countSalts =
  (write: (all: number, name: string, count: number) => string): IssuerMutation =>
  (steps) => {
    const counts = new Map<string, number>()
    let all = 0
    return {
      ...steps,
      makeSalt: (name) => {
        const count = counts.get(name) ?? 0
        counts.set(name, count + 1)
        return write(all++, name, count)
      },
    }
  }
