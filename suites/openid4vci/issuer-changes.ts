import { toSlug } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { setMembers } from '../kit/samples.ts'
import { respondWithJson } from './actors/context.ts'
import type {
  VciEndpoint,
  VciIssuerSteps,
  VciRequestFacts,
  VciValidation,
  VciValidationName,
} from './actors/issuer-steps.ts'

export type IssuerMutation = (steps: VciIssuerSteps) => VciIssuerSteps

/** An issuer that does one thing wrong. */
export interface IssuerFault {
  readonly id: string
  readonly breaks: Requirement
  readonly alsoBreaks: readonly Requirement[]
  readonly description: string
  readonly change: IssuerMutation
}

/** Makes a fault of an issuer. */
export const makeIssuerFault = (
  breaks: Requirement,
  description: string,
  change: IssuerMutation,
  alsoBreaks: readonly Requirement[] = [],
): IssuerFault => ({ id: `${breaks.id}/${toSlug(description)}`, breaks, alsoBreaks, description, change })

/** The change of several steps, one after the other. */
export const combine =
  (...changes: readonly IssuerMutation[]): IssuerMutation =>
  (steps) =>
    changes.reduce((all, change) => change(all), steps)

/** Sets steps. */
export const setSteps =
  (members: Partial<VciIssuerSteps>): IssuerMutation =>
  (steps) => ({ ...steps, ...members })

/** Does not look at something. */
export const skipValidations =
  (...names: readonly VciValidationName[]): IssuerMutation =>
  (steps) => ({
    ...steps,
    validations: { ...steps.validations, ...Object.fromEntries(names.map((name) => [name, () => true])) },
  })

/** Refuses what it may not refuse. */
export const validateMore =
  (name: VciValidationName, isGood: (request: JsonObject) => boolean): IssuerMutation =>
  (steps) => ({
    ...steps,
    validations: {
      ...steps.validations,
      [name]: (facts: VciRequestFacts) => isGood(facts.request) && steps.validations[name](facts),
    },
  })

export const dropMembers =
  (...names: readonly string[]) =>
  (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([each]) => !names.includes(each)))

export const changeMetadata =
  (change: (metadata: JsonObject) => JsonObject): IssuerMutation =>
  (steps) => ({ ...steps, issuerMetadata: (base) => change(steps.issuerMetadata(base)) })

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
export const skipValidationsAt =
  (end: string, ...names: readonly VciValidationName[]): IssuerMutation =>
  (steps) => {
    const looser = skipValidations(...names)(steps).validations
    const changed = names.map((name) => [
      name,
      (facts: VciRequestFacts) => (facts.url.endsWith(end) ? looser[name](facts) : steps.validations[name](facts)),
    ])
    return { ...steps, validations: { ...steps.validations, ...Object.fromEntries(changed) } }
  }

/** Looks at something in another way. */
export const replaceValidation =
  (name: VciValidationName, validation: VciValidation): IssuerMutation =>
  (steps) => ({ ...steps, validations: { ...steps.validations, [name]: validation } })

/** Has a second credential. */
export const addCredential: IssuerMutation = changeMetadata((metadata) => {
  const { credential_configurations_supported: all } = metadata
  const own = isObject(all) && isObject(all.membership) ? all.membership : {}
  const second = { ...own, scope: 'seniority', vct: 'https://types.example/seniority' }
  return { ...metadata, credential_configurations_supported: { ...(isObject(all) ? all : {}), seniority: second } }
})

/** Offers two credentials. */
export const offerSeveral: IssuerMutation = combine(addCredential, (steps) => ({
  ...steps,
  offer: (offer) => ({ ...steps.offer(offer), credential_configuration_ids: ['membership', 'seniority'] }),
}))

export const defer = setSteps({ deferrals: 2 })
export const askTxCode = setSteps({ txCode: '4711' })
export const needAttestation = changeConfiguration({
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} } },
})

/** Offers the authorization code grant alone. */
export const setCodeGrant: IssuerMutation = (steps) => ({
  ...steps,
  offer: (offer) => {
    const { grants, ...rest } = steps.offer(offer)
    const { authorization_code: grant = {} } = isObject(grants) ? grants : {}
    return { ...rest, grants: { authorization_code: grant } }
  },
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

/** Has wallets authenticate themselves by attestations of their provider. */
export const needClientAttestation: IssuerMutation = changeServer(
  setMembers({
    token_endpoint_auth_methods_supported: ['attest_jwt_client_auth'],
    client_attestation_signing_alg_values_supported: ['ES256'],
    client_attestation_pop_signing_alg_values_supported: ['ES256'],
    'pre-authorized_grant_anonymous_access_supported': false,
  }),
)
