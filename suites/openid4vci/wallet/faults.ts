import { createDecipheriv, createHash } from 'node:crypto'
import { listInstances } from '../../../model/foundation/facet.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJwe } from '../../../protocol/jose/jwe.ts'
import { unwrapKey } from '../../../protocol/jose/jwe-keys.ts'
import { type Jwk, listKeys } from '../../../protocol/jose/jwk.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { mergeClaimMetadata } from '../../../protocol/sd-jwt-vc/type-metadata.ts'
import { readChain } from '../../../protocol/x509/certificate.ts'
import { isTrustedAt } from '../../../protocol/x509/chain.ts'
import { keepEphemeralKey, repeatEphemeralKeys } from '../../jose/ephemeral-changes.ts'
import { jweFaultsOfExchange } from '../../jose/jwe-changes.ts'
import { isNullSignature } from '../../jose/signature-forms.ts'
import {
  type ActorFault,
  type ActorVariant,
  type Mutation,
  makeActorChanges,
  makeActorFault,
} from '../../kit/actor-changes.ts'
import { dropMembers, setMembers } from '../../kit/samples.ts'
import { hasCompactDisclosures } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { type TypeSteps, usualTypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import { isRequired } from '../actors/is-required.ts'
import type { VciEndpoint } from '../actors/issuer-steps.ts'
import { preAuthorizedGrant } from '../actors/names.ts'
import { placeKeys } from '../actors/wallet/steps.ts'
import type { VciWalletFacts, VciWalletSteps, VciWalletValidationName } from '../actors/wallet-steps.ts'
import { jwtsOf, keysOf, VCIATT, VCINOTE, VCIPROOF, VCIREQUEST } from '../requirements.ts'
import { VCIWALLET } from './requirements.ts'

export type WalletMutation = Mutation<VciWalletSteps>
export type WalletFault = ActorFault<VciWalletSteps>
export type WalletVariant = ActorVariant<VciWalletSteps>

const fault = makeActorFault<VciWalletSteps>({ subject: 'a wallet ' })
const changes = makeActorChanges<VciWalletSteps, VciWalletValidationName, VciWalletFacts>()
export const { set, combine, look, skip } = changes
const { demand, skipWhere } = changes

/** Has another name in each attestation. */
function countClients(): WalletMutation {
  let count = 0
  return set({ clientClaims: (claims) => ({ ...claims, sub: `instance-${++count}` }) })
}

/** Makes each code verifier of a number. */
const numberVerifiers =
  (write: (count: number) => string): WalletMutation =>
  (steps) => {
    let count = 1000
    return { ...steps, makeVerifier: () => write(count++) }
  }

/** Reads type metadata. */
export const readTypes = (change: Partial<TypeSteps> = {}): WalletMutation =>
  set({ types: { ...usualTypeSteps, reads: true, ...change } })

/** What the issuer of a credential signed. */
function readSigned(text: string): AnySdJwt['signatures'][number] | undefined {
  const read = attempt(() => readAnySdJwt(text).signatures[0])
  return 'value' in read ? read.value : undefined
}

/** Whether a credential has the form of something that is signed. */
function isWellSigned(text: string): boolean {
  const signed = readSigned(text)
  return (
    signed !== undefined &&
    signed.header.crit === undefined &&
    verifySignature('ES256', keys.issuer, signed.signingInput, signed.signature).isValid
  )
}

/** Changes the requests to one endpoint. */
export const changeRequest =
  (endpoint: VciEndpoint, change: (request: HttpRequest, facts: VciWalletFacts) => HttpRequest): WalletMutation =>
  (steps) => ({
    ...steps,
    send: (request, place, facts) => {
      const sent = steps.send(request, place, facts)
      return place === endpoint ? change(sent, facts) : sent
    },
  })

export const setHeader =
  (name: string, value: string) =>
  (request: HttpRequest): HttpRequest => ({ ...request, headers: { ...request.headers, [name]: value } })

const dropHeader =
  (name: string) =>
  (request: HttpRequest): HttpRequest => {
    const { [name]: _, ...headers } = request.headers
    return { ...request, headers }
  }

const isSealed = ({ headers }: HttpRequest): boolean => headers['content-type'] === 'application/jwt'

const setMethod =
  (method: string) =>
  (request: HttpRequest): HttpRequest => ({ ...request, method })

/** Changes the parameters of requests to one endpoint. */
export const changeContent =
  (endpoint: VciEndpoint, change: (content: JsonObject, facts: VciWalletFacts) => JsonObject): WalletMutation =>
  (steps) => ({
    ...steps,
    content: (content, place, facts) => {
      const usual = steps.content(content, place, facts)
      return place === endpoint ? change(usual, facts) : usual
    },
  })

/** Counts proofs from the first one of a session, which is for no token. */
const countInSession: WalletMutation = (steps) => {
  let count = 0
  return {
    ...steps,
    dpopClaims: (claims) => {
      count = claims.ath === undefined ? 1 : count + 1
      return { ...claims, jti: `proof-${count}` }
    },
  }
}

/** Has another nonce in DPoP proofs for the issuer, of those that it would have had. The first came from the authorization server. */
export const chooseNonce =
  (choose: (all: readonly JsonValue[]) => JsonValue | undefined): WalletMutation =>
  (steps) => {
    const known = new Map<string, JsonValue[]>()
    return {
      ...steps,
      dpopClaims: (claims, request) => {
        const { nonce, ...own } = steps.dpopClaims(claims, request)
        if (nonce === undefined || claims.ath === undefined) return steps.dpopClaims(claims, request)
        const all = [...(known.get(readText(claims.ath)) ?? []), nonce]
        known.set(readText(claims.ath), all)
        return { ...own, nonce: choose(all) ?? nonce }
      },
    }
  }

/** Looks elsewhere for one kind of metadata. */
const lookElsewhere =
  (name: string, find: (identifier: string) => string): WalletMutation =>
  (steps) => ({ ...steps, wellKnown: (id, each) => (each === name ? find(id) : steps.wellKnown(id, each)) })

const issuerName = 'openid-credential-issuer'
const serverName = 'oauth-authorization-server'

const knowsOnly =
  (...names: readonly string[]) =>
  (object: JsonObject): boolean =>
    Object.keys(object).every((name) => names.includes(name))

const dropSlash = (text: unknown): string => readText(text).replace(/\/$/, '')

const rename =
  (from: string, to: string) =>
  <T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name === from ? to : name, value]))

const changeTxCode =
  (change: (code: string) => string) =>
  (form: Form): Form =>
    form.tx_code === undefined ? form : { ...form, tx_code: change(form.tx_code) }

/** Leaves out what the address of an endpoint has beside its path. */
const dropQuery = (request: HttpRequest): HttpRequest => {
  const url = new URL(request.url)
  url.searchParams.delete('tenant')
  return { ...request, url: url.href }
}

const askDetails = (locations: (facts: VciWalletFacts) => JsonObject): WalletMutation =>
  set({
    form: (form, facts) => {
      const detail = { type: 'openid_credential', credential_configuration_id: 'membership', ...locations(facts) }
      return { ...form, authorization_details: JSON.stringify([detail]) }
    },
  })

const detail = { type: 'openid_credential', credential_configuration_id: 'membership' }

type Form = Readonly<Record<string, string>>

const unchallenge = dropMembers('code_challenge', 'code_challenge_method')

const unchallenged = set({ authorization: unchallenge })

/** Has no challenge, and a state of its own making. */
const stateAlone = (write: (count: number) => object): WalletMutation => {
  let count = 1_000_000
  return set({ authorization: ({ state: _, ...form }) => ({ ...unchallenge(form), ...write(count++) }) })
}

/** Asks for authorization by details in place of a scope. */
const askByDetails =
  (write: (locations: readonly string[]) => readonly object[]) =>
  ({ resource, ...form }: Form): Form => ({
    ...dropMembers('scope')(form),
    authorization_details: JSON.stringify(write(resource === undefined ? [] : [resource])),
  })

/** Changes a form as it is sent. */
const changeForm = (endpoint: VciEndpoint, change: (form: URLSearchParams) => void): WalletMutation =>
  changeRequest(endpoint, (request) => {
    const form = new URLSearchParams(request.body)
    change(form)
    return { ...request, body: form.toString() }
  })

/** Changes what is in the address to which the user is sent. */
const changeQuery = (change: (query: Form) => Form): WalletMutation =>
  changeRequest('authorization', (request) => {
    const url = new URL(request.url)
    url.search = new URLSearchParams(change(Object.fromEntries(url.searchParams))).toString()
    return { ...request, url: url.href }
  })

/** Opens the authorization endpoint with all parameters before it opens it with a reference. */
const showRequest: WalletMutation = (steps) => {
  let shown: Form = {}
  return {
    ...steps,
    authorization: (form) => {
      shown = steps.authorization(form)
      return shown
    },
    sendBefore: (request, endpoint) => {
      if (endpoint !== 'authorization') return steps.sendBefore(request, endpoint)
      const url = new URL(request.url)
      url.searchParams.delete('request_uri')
      for (const [name, value] of Object.entries(shown)) url.searchParams.set(name, value)
      return [{ ...request, url: url.href }]
    },
  }
}

/** Makes proofs of its attestation that differ, and have names of its own. */
function countProofs(name: (claims: JsonObject) => string): WalletMutation {
  let count = 0
  return set({ clientProofClaims: (claims) => ({ ...claims, jti: name(claims), 'x-count': count++ }) })
}

/** Counts the proofs of its attestation, from the start for each authorization server. */
const countByServer: WalletMutation = (steps) => {
  const counts = new Map<unknown, number>()
  return {
    ...steps,
    clientProofClaims: (claims) => {
      const count = (counts.get(claims.aud) ?? 0) + 1
      counts.set(claims.aud, count)
      return { ...steps.clientProofClaims(claims), jti: `proof-${count}` }
    },
  }
}

/** Takes what it waited for as it is. */
const takeDeferred: WalletMutation = (steps) => {
  let isDeferred = false
  const chooseWait = (interval: number): number => {
    isDeferred = true
    return steps.chooseWait(interval)
  }
  return look('credential-signed', (usual, facts) => {
    const isTaken = isDeferred
    isDeferred = false
    return isTaken || usual(facts)
  })({ ...steps, chooseWait })
}

const isExtended = (text: string): boolean => readSigned(text)?.header.crit !== undefined

/** Whether the disclosures of a credential have no white space. */
function isCompact(text: string): boolean {
  const read = attempt(() => readAnySdJwt(text))
  return 'problem' in read || hasCompactDisclosures(read.value)
}

/** Whether a disclosure has a comma before a blank. */
const hasSpace = (text: string): boolean =>
  text
    .split('~')
    .slice(1, -1)
    .some((each) => Buffer.from(each, 'base64url').includes(', '))

/** Whether a credential is not valid yet. */
export function isEarly(text: string, now: number): boolean {
  const read = attempt(() => readAnySdJwt(text).payload.nbf)
  return 'value' in read && Number(read.value) > now
}

const isCertified = (text: string): boolean => readSigned(text)?.header.x5c !== undefined

/** The key that a credential shows in its own header. */
function listHeaderKeys(text: string): readonly Jwk[] {
  return listKeys({ keys: [readSigned(text)?.header.jwk ?? null] })
}

/** Writes the scope of a configuration where its identifier belongs. */
function nameByScope(content: JsonObject, { credential_configurations_supported: all }: JsonObject): JsonObject {
  const { credential_configuration_id: id } = content
  const { scope } = Object(Object(all)[readText(id)])
  return typeof scope === 'string' ? { ...content, credential_configuration_id: scope } : content
}

/** Wants several credentials where the issuer has batches. */
export const fillBatch = (count: number): WalletMutation =>
  set({ countKeys: ({ batch_credential_issuance: batch }) => (batch === undefined ? 1 : count) })

/** Verifies the first credential alone. */
const lookAtFirst = look('credential-signed', (usual, facts) =>
  usual({ ...facts, credentials: facts.credentials.slice(0, 1) }),
)

/** Is content with one credential whose signature is good. */
const takeSome = look('credential-signed', (usual, facts) =>
  facts.credentials.some((each) => usual({ ...facts, credentials: [each] })),
)

const needsEmptyCode = ({ offer: { grants } }: VciWalletFacts): boolean => {
  const grant = isObject(grants) ? grants[preAuthorizedGrant] : undefined
  return isObject(grant) && isObject(grant.tx_code) && Object.keys(grant.tx_code).length === 0
}

/** Decrypts without a look at the tag, as who forgets to finish a decipher. */
function openUnfinished(text: string, key: JsonObject): string {
  const { header, encryptedKey, iv, ciphertext } = readJwe(text)
  const secret = unwrapKey(encryptedKey, key, { alg: 'ECDH-ES', enc: 'A256GCM', header })
  return createDecipheriv('aes-256-gcm', secret, iv).update(ciphertext).toString('utf8')
}

/** Whether the certificate of signed metadata is trusted, by whichever key they are signed. */
const hasOwnCertificate = ({ signedMetadata: jws, anchors, now }: VciWalletFacts): boolean => {
  const chain = attempt(() => readChain(jws?.header.x5c))
  return 'value' in chain && jws?.header.alg === 'ES256' && isTrustedAt(chain.value, anchors, now)
}

export const asksSigned = changeRequest(
  'issuerMetadata',
  setHeader('accept', 'application/jwt, application/json;q=0.5'),
)

const offerMembers = ['credential_issuer', 'credential_configuration_ids', 'grants']
const metadataMembers = [
  ...['credential_issuer', 'credential_endpoint', 'nonce_endpoint', 'deferred_credential_endpoint'],
  ...['notification_endpoint', 'batch_credential_issuance', 'credential_request_encryption', 'display'],
  ...['credential_response_encryption', 'credential_configurations_supported', 'authorization_servers'],
]
const serverMembers = [
  ...['issuer', 'token_endpoint', 'grant_types_supported', 'authorization_details_types_supported'],
  ...['authorization_endpoint', 'pushed_authorization_request_endpoint', 'response_types_supported'],
  ...['code_challenge_methods_supported', 'authorization_response_iss_parameter_supported'],
  ...['pre-authorized_grant_anonymous_access_supported', 'dpop_signing_alg_values_supported'],
]
const tokenMembers = ['access_token', 'token_type', 'expires_in', 'authorization_details']
/** Demands something of responses that were deferred. */
const demandDeferred =
  (isGood: (response: JsonObject) => boolean): WalletMutation =>
  (steps) => {
    let isDeferred = false
    const sendBefore: VciWalletSteps['sendBefore'] = (request, endpoint) => {
      if (endpoint === 'credential' || endpoint === 'deferred') isDeferred = endpoint === 'deferred'
      return steps.sendBefore(request, endpoint)
    }
    return demand(['response-members'], ({ response }) => !isDeferred || isGood(response))({ ...steps, sendBefore })
  }

/** Takes no offer after a session that ended so. */
const endAfter =
  (isLast: boolean): WalletMutation =>
  (steps) => {
    let isOver = false
    return {
      ...look('offer-members', (usual, facts) => !isOver && usual(facts))(steps),
      end: (end) => {
        isOver ||= end.accepted === isLast
        return steps.end(end)
      },
    }
  }

/** Requests a token with the code that it has used, before it sends another request. */
const useCodeBefore =
  (place: VciEndpoint): WalletMutation =>
  (steps) => {
    const sent: HttpRequest[] = []
    return {
      ...steps,
      sendBefore: (request, endpoint) => {
        if (endpoint === 'token') sent.splice(0, 1, request)
        return [...(endpoint === place ? sent : []), ...steps.sendBefore(request, endpoint)]
      },
    }
  }

/** Keeps what it has for a request in one place, whichever offer that is of: the last one before an answer comes counts. */
const shareRequest =
  <T>(
    placed: VciEndpoint,
    used: VciEndpoint,
    {
      read,
      write,
    }: {
      readonly read: (request: HttpRequest, facts: VciWalletFacts) => T
      readonly write: (request: HttpRequest, kept: T) => HttpRequest
    },
  ): WalletMutation =>
  (steps) => {
    let kept: T | undefined
    return {
      ...steps,
      send: (request, endpoint, facts) => {
        const sent = steps.send(request, endpoint, facts)
        if (endpoint === placed) kept = read(sent, facts)
        return endpoint === used && kept !== undefined ? write(sent, kept) : sent
      },
    }
  }

/** Encrypts requests as the first issuer wanted them. */
const encryptToFirst: WalletMutation = (steps) => {
  let first: JsonValue | undefined
  return {
    ...steps,
    readEncryption: (announced) => {
      first ??= announced
      return steps.readEncryption(first)
    },
  }
}

/** Keeps one key for access tokens, which each token request replaces. */
const shareDpopKey: WalletMutation = (steps) => {
  let last: Jwk | undefined
  return {
    ...steps,
    chooseDpopKey: (key, endpoint, make) => {
      const own = steps.chooseDpopKey(key, endpoint, make)
      if (endpoint === 'token') last = own
      return last ?? own
    },
  }
}

/** Keeps one verifier, which each authorization request replaces. */
const shareVerifier: WalletMutation = (steps) => {
  let last = ''
  return {
    ...steps,
    makeVerifier: (random) => {
      last = steps.makeVerifier(random)
      return last
    },
    form: (form, facts) => {
      const usual = steps.form(form, facts)
      return usual.code_verifier === undefined ? usual : { ...usual, code_verifier: last }
    },
  }
}

const responseMembers = ['credentials', 'notification_id', 'transaction_id', 'interval']

// biome-ignore format: a table, one row a line.
export const walletFaults: readonly WalletFault[] = [
  fault(VCIWALLET['OFFER-URI'], 'posts to the address of an offer', changeRequest('offer', setMethod('POST'))),
  fault(VCIWALLET['OFFER-URI'], 'asks for the header fields of an offer alone', changeRequest('offer', setMethod('HEAD'))),
  fault(VCIWALLET.METADATA, 'looks for metadata below the path of the issuer', lookElsewhere(issuerName, (id) => `${id}/.well-known/${issuerName}`)),
  fault(VCIWALLET.METADATA, 'forgets the path of the issuer', lookElsewhere(issuerName, (id) => `${new URL(id).origin}/.well-known/${issuerName}`)),
  fault(VCIWALLET.SERVER, 'looks for the authorization server below the path of the issuer', lookElsewhere(serverName, (id) => `${id}/.well-known/${serverName}`)),
  fault(VCIWALLET.SERVER, 'knows the metadata of OpenID Connect alone', lookElsewhere(serverName, (id) => `${id}/.well-known/openid-configuration`)),
  fault(VCIWALLET.TOKEN, 'requests tokens in JSON', changeRequest('token', (request) => ({ ...setHeader('content-type', 'application/json')(request), body: JSON.stringify(Object.fromEntries(new URLSearchParams(request.body))) }))),
  fault(VCIWALLET.TOKEN, 'requests tokens by GET', changeRequest('token', ({ body: _, ...request }) => ({ ...request, method: 'GET' }))),
  fault(VCIWALLET.TOKEN, 'repeats the code', changeRequest('token', (request) => ({ ...request, body: `${request.body}&${request.body}` }))),
  fault(VCIWALLET.CODE, 'sends the code under the name of authorization codes', set({ form: rename('pre-authorized_code', 'code') })),
  fault(VCIWALLET.CODE, 'uses the grant type of authorization codes', set({ form: (form) => ({ ...form, grant_type: 'authorization_code' }) })),
  fault(VCIWALLET['TX-CODE'], 'has the transaction code under the name of a draft', set({ form: rename('tx_code', 'user_pin') })),
  fault(VCIWALLET.TOKEN, 'requests tokens without the query of the endpoint', changeRequest('token', dropQuery)),
  fault(VCIWALLET.TOKEN, 'requests tokens with its own query alone', changeRequest('token', (request) => ({ ...dropQuery(request), url: `${dropQuery(request).url}?client=wallet` }))),
  fault(VCIWALLET['TX-CODE'], 'has the transaction code as a number', set({ form: changeTxCode((code) => `${Number.parseInt(code, 10)}`) })),
  fault(VCIWALLET['TX-CODE'], 'has the transaction code in small letters', set({ form: changeTxCode((code) => code.toLowerCase()) })),
  fault(VCIWALLET['TX-CODE'], 'has four characters of the transaction code', set({ form: changeTxCode((code) => code.slice(0, 4)) })),
  fault(VCIWALLET['TX-CODE'], 'forgets the transaction code', set({ form: ({ tx_code: _, ...form }) => form })),
  fault(VCIWALLET['TX-CODE'], 'takes an empty `tx_code` for none', set({ form: ({ tx_code: code, ...form }, facts) => (needsEmptyCode(facts) || code === undefined ? form : { ...form, tx_code: code }) })),
  fault(VCIWALLET.LOCATIONS, 'requests details without `locations`', askDetails(() => ({}))),
  fault(VCIWALLET.LOCATIONS, 'has the authorization server in `locations`', askDetails(({ serverId }) => ({ locations: [serverId] }))),
  fault(VCIWALLET.AGAIN, 'takes one offer', endAfter(true)),
  fault(VCIWALLET.AGAIN, 'takes no more offers after it has refused one', endAfter(false)),
  fault(VCIWALLET['CODE-ONCE'], 'requests a token for the credential with the code that it has used', useCodeBefore('credential')),
  fault(VCIWALLET['CODE-ONCE'], 'requests a token for the notification with the code that it has used', useCodeBefore('notification')),
  fault(VCIWALLET.NONCE, 'gets nonces by GET', changeRequest('nonce', setMethod('GET'))),
  fault(VCIWALLET.NONCE, 'asks for nonces by HEAD', changeRequest('nonce', setMethod('HEAD'))),
  fault(VCIWALLET.NONCE, 'gets nonces without the query of the endpoint', changeRequest('nonce', dropQuery)),
  fault(VCIWALLET['ACCESS-TOKEN'], 'requests credentials without its access token', changeRequest('credential', dropHeader('authorization'))),
  fault(VCIWALLET['ACCESS-TOKEN'], 'notifies without its access token', changeRequest('notification', dropHeader('authorization'))),
  fault(VCIWALLET['ACCESS-TOKEN'], 'has its access token without a scheme', changeRequest('credential', (request, { token }) => setHeader('authorization', readText(token.access_token))(request))),
  fault(VCIWALLET['ACCESS-TOKEN'], 'sends a bound token as any other', changeRequest('credential', (request, { token }) => setHeader('authorization', `Bearer ${readText(token.access_token)}`)(request))),
  fault(VCIWALLET['ACCESS-TOKEN'], 'keeps one access token, whichever offer it is for', shareRequest('nonce', 'credential', { read: (_, { token }) => readText(token.access_token), write: (request, token) => setHeader('authorization', readText(request.headers.authorization).replace(/\S+$/, token))(request) })),
  fault(VCIWALLET['MEDIA-TYPE'], 'sends JSON as a form', changeRequest('credential', (request) => (request.body?.startsWith('{') ? setHeader('content-type', 'application/x-www-form-urlencoded')(request) : request))),
  fault(VCIWALLET['MEDIA-TYPE'], 'sends encrypted requests as JOSE', changeRequest('credential', (request) => (request.body?.startsWith('{') ? request : setHeader('content-type', 'application/jose')(request)))),
  fault(VCIWALLET['MEDIA-TYPE'], 'notifies in plain text', changeRequest('notification', setHeader('content-type', 'text/plain'))),
  fault(VCIWALLET['MEDIA-TYPE'], 'requests credentials without the query of the endpoint', changeRequest('credential', dropQuery)),
  fault(VCIREQUEST.KNOWN, 'has the scope of a configuration for its identifier', changeContent('credential', (content, { metadata }) => nameByScope(content, metadata))),
  fault(VCIWALLET.IDENTIFIED, 'names the configuration in any case', changeContent('credential', (content) => ({ ...dropMembers('credential_identifier')(content), credential_configuration_id: 'membership' }))),
  fault(VCIWALLET.IDENTIFIED, 'takes the configuration for an identifier', changeContent('credential', (content) => ({ ...dropMembers('credential_configuration_id')(content), credential_identifier: 'membership' }))),
  fault(VCIWALLET.IDENTIFIED, 'requests the first configuration of the metadata', changeContent('credential', (content, { metadata }) => (content.credential_configuration_id === undefined ? content : { ...content, credential_configuration_id: Object.keys(Object(metadata.credential_configurations_supported))[0] ?? '' }))),
  fault(VCIWALLET['PROOF-ALG'], 'signs by ES256 in any case', set({ chooseProofType: (types) => (isObject(types.jwt) ? 'jwt' : 'attestation') })),
  fault(VCIWALLET['PROOF-ALG'], 'uses the identifiers of the credential that a token names first', set({ chooseDetail: ([first]) => first })),
  fault(VCIWALLET['PROOF-ALG'], 'sends proofs where attestations are wanted', set({ chooseProofType: (types) => (JSON.stringify(types).includes('ES256') ? 'jwt' : undefined) })),
  fault(VCIWALLET['PROOF-TIME'], 'has milliseconds in its proofs', set({ proofClaims: (claims) => ({ ...claims, iat: 1000 * Number(claims.iat) }) }), [VCIPROOF.IAT]),
  fault(VCIWALLET['PROOF-TIME'], 'dates its proofs by the day of its installation', set({ proofClaims: (claims) => ({ ...claims, iat: Number(claims.iat) - 30 * 86_400 }) })),
  fault(VCIWALLET['PROOF-CLIENT'], 'has itself as `iss` of a proof', set({ proofClaims: setMembers({ iss: 'https://wallet.example' }) })),
  fault(VCIWALLET['PROOF-CLIENT'], 'has its key as `iss` of a proof, and a client', set({ form: (form) => ({ ...form, client_id: 'wallet' }), proofClaims: setMembers({ iss: 'did:example:key' }) })),
  fault(VCIWALLET['ATTESTED-NONCE'], 'has key attestations without a nonce', set({ attestation: dropMembers('nonce') })),
  fault(VCIWALLET['ATTESTED-NONCE'], 'has key attestations with a nonce of its own', set({ attestation: setMembers({ nonce: 'a nonce of the provider' }) })),
  fault(VCIWALLET.ENCRYPTED, 'encrypts no request', set({ encrypts: () => false })),
  fault(VCIWALLET.ENCRYPTED, 'asks for encryption in plain text', set({ encrypts: (_, metadata) => isRequired(metadata, 'credential_request_encryption') })),
  fault(VCIWALLET['DEFERRED-ENCRYPTED'], 'asks for encryption once', changeContent('deferred', dropMembers('credential_response_encryption'))),
  fault(VCIWALLET['DEFERRED-ENCRYPTED'], 'asks for encryption with nothing when it comes again', changeContent('deferred', setMembers({ credential_response_encryption: null }))),
  fault(VCIWALLET['DEFERRED-ENCRYPTED'], 'asks for encryption by another name when it comes again', changeContent('deferred', (content) => rename('credential_response_encryption', 'response_encryption')(content) as JsonObject)),
  fault(VCIWALLET.EPHEMERAL, 'has one ephemeral key for all requests', keepEphemeralKey),
  fault(VCIWALLET.EPHEMERAL, 'has each ephemeral key twice', repeatEphemeralKeys),
  fault(VCIWALLET.ENCRYPTION, 'names no key when it encrypts', set({ encryptionHeader: dropMembers('kid') })),
  fault(VCIWALLET.ENCRYPTION, 'compresses its requests in any case', set({ encryptionHeader: setMembers({ zip: 'DEF' }) })),
  fault(VCIWALLET.ENCRYPTION, 'encrypts to the key of the first issuer', encryptToFirst),
  fault(VCIWALLET.ENCRYPTION, 'encrypts by an algorithm that was not announced', set({ encryptionHeader: setMembers({ enc: 'A128CBC-HS256' }) })),
  ...jweFaultsOfExchange.map(({ description, change }) => fault(VCIWALLET.ENCRYPTION, `${description} in its requests`, changeRequest('credential', (request) => (isSealed(request) ? { ...request, body: change(request.body ?? '') } : request)))),
  fault(VCIWALLET['RESPONSE-LISTED'], 'asks for the same encryption of responses in any case', changeContent('credential', (content) => changeWanted(content, setMembers({ enc: 'A128GCM' })))),
  fault(VCIWALLET['RESPONSE-LISTED'], 'asks for compressed responses in any case', changeContent('credential', (content) => changeWanted(content, setMembers({ zip: 'DEF' })))),
  fault(VCIWALLET['RESPONSE-LISTED'], 'asks for responses with a wrapped key in any case', changeContent('credential', (content) => changeKey(content, setMembers({ alg: 'ECDH-ES+A128KW' })))),
  fault(VCIWALLET.TRANSACTION, 'makes up a transaction', changeContent('deferred', setMembers({ transaction_id: 'a transaction of its own' }))),
  fault(VCIWALLET.TRANSACTION, 'has the transaction under the name of a draft', changeContent('deferred', (content) => rename('transaction_id', 'acceptance_token')(content) as JsonObject)),
  fault(VCIWALLET.NOTIFICATION, 'makes up the name of what it notifies', changeContent('notification', setMembers({ notification_id: 'a notification of its own' }))),
  fault(VCIWALLET.NOTIFICATION, 'notifies by the name of the configuration', changeContent('notification', setMembers({ notification_id: 'membership' }))),
  fault(VCIWALLET.DPOP, 'has the type of any JWT in DPoP proofs', set({ dpopHeader: setMembers({ typ: 'JWT' }) })),
  fault(VCIWALLET.DPOP, 'leaves out a part of the type of DPoP proofs', set({ dpopHeader: setMembers({ typ: 'dpop' }) })),
  ...listInstances(keysOf.dpop, 'KEY-PUBLIC').map((row) => fault(row, 'shows the private key of DPoP proofs', set({ dpopHeader: (header, privateKey) => ({ ...header, jwk: privateKey }) }))),
  ...listInstances(jwtsOf.dpop, 'JWS-CRIT').map((row) => fault(row, 'has a critical extension in DPoP proofs', set({ dpopHeader: setMembers({ crit: ['x-note'], 'x-note': 1 }) }))),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has the origin as address of DPoP proofs', set({ dpopClaims: (claims, { url }) => ({ ...claims, htu: new URL(url).origin }) })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has another host in the address of DPoP proofs', set({ dpopClaims: (claims) => ({ ...claims, htu: `https://wallet.example${new URL(readText(claims.htu)).pathname}` }) })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has the query of an endpoint in the address of DPoP proofs', set({ dpopClaims: (claims, { url }) => ({ ...claims, htu: url }) })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has no nonce in DPoP proofs', set({ dpopClaims: dropMembers('nonce') })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has a nonce of its own in DPoP proofs', set({ dpopClaims: (claims) => (claims.nonce === undefined ? claims : { ...claims, nonce: claims.jti ?? '' }) })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'has no hash of the token in DPoP proofs', set({ dpopClaims: dropMembers('ath') })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'writes the method of DPoP proofs in small letters', set({ dpopClaims: (claims) => ({ ...claims, htm: readText(claims.htm).toLowerCase() }) })),
  fault(VCIWALLET['DPOP-CLAIMS'], 'counts milliseconds in its DPoP proofs', set({ dpopClaims: (claims) => ({ ...claims, iat: 1000 * Number(claims.iat) }) }), listInstances(jwtsOf.dpop, 'JWT-TIMES')),
  fault(VCIWALLET['DPOP-NONCE-NEW'], 'keeps an early nonce for DPoP proofs', chooseNonce((all) => all[1])),
  fault(VCIWALLET['DPOP-NONCE-NEW'], 'is two nonces late in DPoP proofs', chooseNonce((all) => all.slice(1).at(-3))),
  fault(VCIWALLET['DPOP-ONCE'], 'has one name for all DPoP proofs', set({ dpopClaims: setMembers({ jti: 'proof' }) })),
  fault(VCIWALLET['DPOP-ONCE'], 'names DPoP proofs by the second', set({ dpopClaims: (claims) => ({ ...claims, jti: String(claims.iat) }) })),
  fault(VCIWALLET['DPOP-ONCE'], 'counts the DPoP proofs of each session', countInSession),
  fault(VCIWALLET['DPOP-BOUND'], 'has a new key for the DPoP proof of a credential', set({ chooseDpopKey: (key, endpoint, make) => (endpoint === 'credential' ? make() : key) })),
  fault(VCIWALLET['DPOP-BOUND'], 'has no DPoP proof for a credential', changeRequest('credential', dropHeader('dpop'))),
  fault(VCIWALLET['DPOP-BOUND'], 'keeps one key for DPoP proofs, whichever offer it is for', shareDpopKey),
  fault(VCIWALLET['OTHER-SERVER'], 'takes every issuer for its own authorization server', set({ chooseServer: (_, issuer) => issuer })),
  fault(VCIWALLET['OTHER-SERVER'], 'reads the authorization server of a draft', set({ chooseServer: ({ authorization_server: server }, issuer) => readText(server) || issuer })),
  fault(VCIWALLET['REFUSES-METADATA'], 'does not compare the issuer of metadata', skip('issuer-same')),
  fault(VCIWALLET['REFUSES-METADATA'], 'forgives a slash in the issuer of metadata', demand(['issuer-same'], ({ metadata, issuer }) => dropSlash(metadata.credential_issuer) === dropSlash(issuer))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'does not verify signed metadata', combine(asksSigned, skip('metadata-signed'))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'looks at the subject of signed metadata alone', combine(asksSigned, demand(['metadata-signed'], ({ metadata, issuer, signedMetadata }) => signedMetadata === undefined || metadata.sub === issuer))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'believes the key in the header of signed metadata', combine(asksSigned, skipWhere('metadata-signed', ({ signedMetadata }) => signedMetadata?.header.jwk !== undefined))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'believes the certificate of signed metadata', combine(asksSigned, skipWhere('metadata-signed', ({ signedMetadata }) => signedMetadata?.header.x5c !== undefined))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'takes metadata without a signature for signed ones', combine(asksSigned, skipWhere('metadata-signed', ({ signedMetadata }) => signedMetadata?.header.alg === 'none'))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'verifies signed metadata as their header says', combine(asksSigned, skipWhere('metadata-signed', ({ signedMetadata }) => signedMetadata?.header.alg === 'HS256'))),
  fault(VCIWALLET['REFUSES-SIGNER'], 'looks at the certificate of signed metadata alone', combine(asksSigned, skipWhere('metadata-signed', hasOwnCertificate))),
  fault(VCIWALLET['SIGNED-CURRENT'], 'takes signed metadata that have expired', combine(asksSigned, skip('metadata-current'))),
  fault(VCIWALLET['SIGNED-CURRENT'], 'compares the end of signed metadata with their beginning', combine(asksSigned, skipWhere('metadata-current', ({ signedMetadata }) => Number(signedMetadata?.payload.exp) > Number(signedMetadata?.payload.iat)))),
  fault(VCIWALLET['REFUSES-STATE'], 'does not look at `state`, and has no challenge', combine(unchallenged, set({ isStateSame: () => true })), [VCIWALLET.PKCE]),
  fault(VCIWALLET['REFUSES-STATE'], 'takes redirections without `state`, and has no challenge', combine(unchallenged, set({ isStateSame: (sent, returned) => returned === undefined || sent === returned })), [VCIWALLET.PKCE]),
  fault(VCIWALLET['NO-LIFETIME'], 'wants to know how long a token is good', (steps) => ({ ...steps, validations: { ...steps.validations, 'type-known': (facts) => steps.validations['type-known'](facts) && typeof facts.token.expires_in === 'number' } })),
  fault(VCIWALLET['NO-LIFETIME'], 'takes tokens that are good for a minute at least', (steps) => ({ ...steps, validations: { ...steps.validations, 'type-known': (facts) => steps.validations['type-known'](facts) && Number(facts.token.expires_in ?? 0) >= 60 } })),
  fault(VCIWALLET['REFUSES-TLS'], 'trusts any certificate', set({ trusts: () => true })),
  fault(VCIWALLET['REFUSES-TLS'], 'does not compare the name of a certificate', set({ trusts: (certificate) => certificate === 'foreign name' })),
  fault(VCIWALLET['REFUSES-SERVER'], 'does not compare the issuer of the authorization server', skip('server-same')),
  fault(VCIWALLET['REFUSES-SERVER'], 'forgives a slash in the issuer of the authorization server', demand(['server-same'], ({ server, serverId }) => dropSlash(server.issuer) === dropSlash(serverId))),
  fault(VCIWALLET['REFUSES-TYPE'], 'takes tokens of any type', skip('type-known')),
  fault(VCIWALLET['REFUSES-TYPE'], 'wants tokens to have a type, whatever it is', demand(['type-known'], ({ token }) => readText(token.token_type) !== '')),
  fault(VCIWALLET['DIGEST-TEXT'], 'writes disclosures again before it computes their digests', look('credential-processed', (usual, facts) => usual(facts) && facts.credentials.every(isCompact))),
  fault(VCIWALLET['DIGEST-TEXT'], 'takes disclosures without white space alone', look('credential-processed', (usual, facts) => facts.credentials.every((text) => !hasSpace(text)) && usual(facts))),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'does not verify the signature of credentials', skip('credential-signed'), [VCIWALLET['KEYS-SAME'], VCIWALLET['KEYS-ERROR'], VCIWALLET['KEYS-OWN']]),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'does not verify the signature of deferred credentials', takeDeferred),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'verifies credentials as their header says', skipWhere('credential-signed', ({ credentials }) => credentials.some((text) => readSigned(text)?.header.alg === 'HS256'))),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'takes zeros for the signature of a credential', skipWhere('credential-signed', ({ credentials }) => credentials.map(readSigned).some((each) => each !== undefined && each.signature.length > 0 && isNullSignature(each)))),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'takes credentials with any critical extension', look('credential-signed', (usual, facts) => facts.credentials.some(isExtended) || usual(facts))),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'does not look at disclosures', skip('credential-processed')),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'takes credentials that have expired', skip('credential-current')),
  fault(VCIWALLET['REFUSES-CREDENTIAL'], 'takes presentations for credentials', skip('credential-alone')),
  fault(VCIWALLET['KEYS-OWN'], 'takes any certificate of a credential', look('credential-signed', (usual, facts) => facts.credentials.some(isCertified) || usual(facts))),
  fault(VCIWALLET['KEYS-OWN'], 'takes the key in the header of a credential', look('credential-signed', (usual, facts) => usual({ ...facts, issuerKeys: [...facts.issuerKeys, ...facts.credentials.flatMap(listHeaderKeys)] }))),
  fault(VCIWALLET['KEYS-SAME'], 'takes the metadata of any issuer', set({ isKeysIssuer: () => true })),
  fault(VCIWALLET['KEYS-SAME'], 'takes metadata without `issuer`', set({ isKeysIssuer: ({ issuer }, own) => issuer === undefined || issuer === own })),
  fault(VCIWALLET['KEYS-ERROR'], 'takes metadata of an issuer that come with an error', set({ takesKeysStatus: () => true })),
  fault(VCIWALLET['KEYS-ERROR'], 'takes metadata of an issuer that come with 404', set({ takesKeysStatus: (status) => status === 200 || status === 404 })),
  fault(VCIWALLET['KEYS-OWN'], 'asks the issuer of the offer for the keys of any issuer', (steps) => ({ ...steps, placeKeys: (issuer) => steps.placeKeys(issuer.replace(/\/another$/, '')), isKeysIssuer: ({ issuer }, own) => own === issuer || own === `${issuer}/another` })),
  fault(VCIWALLET['KEYS-OWN'], 'does not verify signatures by keys of the metadata', demand(['credential-signed'], ({ credentials: [text = ''], issuerKeys }) => issuerKeys.length > 0 && isWellSigned(text))),
  fault(VCIWALLET['KEYS-OWN'], 'looks at the first key of an issuer alone', look('credential-signed', (usual, facts) => usual({ ...facts, issuerKeys: facts.issuerKeys.slice(0, 1) }))),
  fault(VCIWALLET['KEYS-OWN'], 'takes the keys of the first issuer for those of all', (steps) => { let first: string | undefined; return { ...steps, placeKeys: (issuer) => { first ??= steps.placeKeys(issuer); return first }, isKeysIssuer: () => true } }, [VCIWALLET['KEYS-SAME'], VCIWALLET['KEYS-ERROR']]),
  fault(VCIWALLET['KEYS-ASKED'], 'asks for metadata of issuers by POST as well', (steps) => ({ ...steps, sendBefore: (request, place) => [...steps.sendBefore(request, place), ...(place === 'keys' ? [{ ...request, method: 'POST' }] : [])] })),
  fault(VCIWALLET['KEYS-ASKED'], 'keeps the slash at the end of an issuer', set({ placeKeys })),
  fault(VCIWALLET['KEYS-LOOP'], 'follows redirections of metadata without an end', set({ keysRedirections: Number.POSITIVE_INFINITY })),
  fault(VCIWALLET['KEYS-LOOP'], 'follows a thousand redirections of metadata', set({ keysRedirections: 1000 })),
  fault(VCIWALLET.PLAIN, 'follows the metadata of an issuer to an address without HTTPS', set({ takesPlainKeys: true })),
  fault(VCIWALLET.PLAIN, 'asks for type metadata without HTTPS', readTypes({ takesPlain: true })),
  fault(VCIWALLET['TYPE-VCT'], 'takes type metadata of another type', readTypes({ isSame: () => true })),
  fault(VCIWALLET['TYPE-VCT'], 'compares the `vct` of the first type metadata alone', readTypes({ isSame: ({ vct }, uri) => vct === uri || uri.endsWith('/middle') })),
  fault(VCIWALLET['TYPE-ERROR'], 'takes type metadata that come with an error', readTypes({ takesStatus: () => true })),
  fault(VCIWALLET['TYPE-ERROR'], 'takes type metadata that come with 404', readTypes({ takesStatus: (status) => status === 200 || status === 404 })),
  fault(VCIWALLET['TYPE-INTEGRITY'], 'does not compute the digest of type metadata', readTypes({ isIntact: () => true })),
  fault(VCIWALLET['TYPE-INTEGRITY'], 'is content with any of several digests', readTypes({ isIntact: (text, integrity) => `${integrity}`.split(' ').some((each) => usualTypeSteps.isIntact(text, each)) })),
  fault(VCIWALLET['TYPE-INTEGRITY'], 'does not compute the digest of what a type extends', readTypes({ isIntact: (text, integrity) => text.includes('"Document"') || usualTypeSteps.isIntact(text, integrity) })),
  fault(VCIWALLET['TYPE-READ'], 'computes the first of several digests alone', readTypes({ isIntact: (text, integrity) => usualTypeSteps.isIntact(text, `${integrity}`.includes('sha512') ? (integrity ?? null) : (`${integrity}`.split(' ')[0] ?? null)) })),
  fault(VCIWALLET['TYPE-READ'], 'refuses type metadata with another member', readTypes({ isWellFormed: (content) => content['x-note'] === undefined && usualTypeSteps.isWellFormed(content) })),
  fault(VCIWALLET['TYPE-CLAIMS'], 'does not compare credentials with their type', readTypes({ hasClaim: () => true }), [VCIWALLET['TYPE-EXTENDS']]),
  fault(VCIWALLET['TYPE-CLAIMS'], 'takes type metadata with malformed paths', readTypes({ isWellFormed: () => true })),
  fault(VCIWALLET['TYPE-CLAIMS'], 'does not look at what a type says of disclosures', readTypes({ hasClaim: (sdJwt, claim) => usualTypeSteps.hasClaim(sdJwt, { ...claim, sd: 'allowed' }) })),
  fault(VCIWALLET['TYPE-EXTENDS'], 'does not apply what a type inherits', readTypes({ chooseClaims: (types) => mergeClaimMetadata(types.slice(0, 1)) })),
  fault(VCIWALLET['TYPE-EXTENDS'], 'does not follow types', readTypes({ findExtended: () => undefined })),
  fault(VCIWALLET['TYPE-CIRCULAR'], 'takes types that extend themselves', readTypes({ takesCircles: true })),
  fault(VCIWALLET['TYPE-CIRCULAR'], 'stops at a type that it has seen', readTypes({ findExtended: ({ extends: next }) => (`${next}`.endsWith('/membership') ? undefined : next) })),
  fault(VCIWALLET['WHOLE-BATCH'], 'looks at the first credential of a batch', combine(fillBatch(3), lookAtFirst)),
  fault(VCIWALLET['WHOLE-BATCH'], 'takes a batch of which one credential is good', combine(fillBatch(2), takeSome)),
  fault(VCIWALLET['REFUSES-PLAIN'], 'takes plain text though it asks for encryption', skip('response-encrypted')),
  fault(VCIWALLET['REFUSES-PLAIN'], 'takes plain text from an issuer that has requests encrypted', demand(['response-encrypted'], ({ isEncryptionWanted, isEncrypted, metadata }) => isEncrypted || !isEncryptionWanted || isRequired(metadata, 'credential_request_encryption'))),
  fault(VCIWALLET['CLIENT-SHARED'], 'is a client of its own for each issuer', countClients()),
  fault(VCIWALLET['CLIENT-SHARED'], 'is named by the key of its attestation', set({ clientClaims: (claims) => ({ ...claims, sub: readText(Object(Object(claims.cnf).jwk).x) }) })),
  fault(VCIWALLET['PROOF-CLIENT'], 'has itself as `iss` of a proof after an authorization', set({ proofClaims: (claims, { server }) => (JSON.stringify(server).includes('attest_jwt_client_auth') ? { ...claims, iss: 'https://wallet.example' } : claims) })),
  fault(VCIWALLET['REFUSES-RESPONSE'], 'does not finish decrypting', set({ open: openUnfinished })),
  fault(VCIWALLET['REFUSES-RESPONSE'], 'calls it a success if it cannot decrypt', set({ end: (end) => (end.refused?.includes('decrypted') ? { accepted: true } : end) })),
  fault(VCIWALLET.IGNORES, 'has a closed schema for offers', demand(['offer-members'], ({ offer }) => knowsOnly(...offerMembers)(offer))),
  fault(VCIWALLET.IGNORES, 'has a closed schema for metadata', demand(['metadata-members'], ({ metadata }) => knowsOnly(...metadataMembers)(metadata))),
  fault(VCIWALLET.IGNORES, 'has a closed schema for metadata of authorization servers', demand(['server-members'], ({ server }) => knowsOnly(...serverMembers)(server))),
  fault(VCIWALLET.IGNORES, 'has a closed schema for token responses', demand(['token-members'], ({ token }) => knowsOnly(...tokenMembers)(token))),
  fault(VCIWALLET.IGNORES, 'has a closed schema for credential responses', demand(['response-members'], ({ response }) => knowsOnly(...responseMembers)(response))),
  fault(VCIWALLET['DEFERRED-NOTED'], 'takes no deferred response that can be noted', demandDeferred(({ notification_id: id }) => id === undefined)),
  fault(VCIWALLET['DEFERRED-NOTED'], 'knows nothing but credentials in deferred responses', demandDeferred(knowsOnly('credentials'))),
  fault(VCIWALLET['TYPE-CASE'], 'compares token types letter by letter', demand(['type-known'], ({ token }) => token.token_type === 'Bearer' || token.token_type === 'DPoP')),
  fault(VCIWALLET['TYPE-CASE'], 'wants `Bearer` and nothing else', demand(['type-known'], ({ token }) => token.token_type === 'Bearer')),

  fault(VCIWALLET.LOCATIONS, 'asks for authorization of details without `locations`', set({ authorization: askByDetails(() => [detail]) })),
  fault(VCIWALLET.AUTHORIZATION, 'asks for a token in its authorization request', set({ authorization: (form) => ({ ...form, response_type: 'token' }) })),
  fault(VCIWALLET.AUTHORIZATION, 'asks for authorization without a name', changeForm('push', (form) => form.delete('client_id'))),
  fault(VCIWALLET.AUTHORIZATION, 'asks for authorization without the query of the endpoint', changeRequest('authorization', dropQuery)),
  fault(VCIWALLET.AUTHORIZATION, 'sends the user with a reference alone', changeQuery(({ client_id: _, ...query }) => query)),
  fault(VCIWALLET.AUTHORIZATION, 'sends the user under the name of another client', changeQuery((query) => ({ ...query, client_id: 'other' }))),
  fault(VCIWALLET.AUTHORIZATION, 'sends every user with the first reference', (steps) => { let first: string | undefined; return changeQuery(({ request_uri: own = '', ...query }) => { first ??= own; return { ...query, request_uri: first } })(steps) }),
  fault(VCIWALLET.AUTHORIZATION, 'repeats the scope', changeForm('push', (form) => form.append('scope', 'openid'))),
  fault(VCIWALLET['ISSUER-STATE'], 'drops the state of the issuer', set({ authorization: dropMembers('issuer_state') })),
  fault(VCIWALLET['ISSUER-STATE'], 'has the state of the first offer in all requests', (steps) => { let first: string | undefined; return { ...steps, authorization: (form) => { first ??= form.issuer_state; return steps.authorization(first === undefined ? form : { ...form, issuer_state: first }) } } }),
  fault(VCIWALLET['ISSUER-STATE'], 'writes the state of the issuer in small letters', (steps) => ({ ...steps, authorization: (form) => steps.authorization(form.issuer_state === undefined ? form : { ...form, issuer_state: form.issuer_state.toLowerCase() }) })),
  fault(VCIWALLET['ISSUER-STATE'], 'has the state of the issuer as its own', set({ authorization: ({ issuer_state: state = '', ...form }) => ({ ...form, state }) })),
  fault(VCIWALLET.DETAILS, 'asks for authorization of one detail outside of an array', set({ authorization: (form) => ({ ...dropMembers('scope', 'resource')(form), authorization_details: JSON.stringify(detail) }) })),
  fault(VCIWALLET.DETAILS, 'asks for authorization of details of a draft', set({ authorization: askByDetails((locations) => [{ type: 'openid_credential', format: 'dc+sd-jwt', vct: 'https://types.example/membership', locations }]) })),
  fault(VCIWALLET.DETAILS, 'has the format as the type of details', set({ authorization: askByDetails((locations) => [{ ...detail, type: 'dc+sd-jwt', locations }]) })),
  fault(VCIWALLET.DETAILS, 'requests details of the type of the credential', set({ form: (form, { issuer }) => ({ ...form, authorization_details: JSON.stringify([{ ...detail, credential_configuration_id: 'https://types.example/membership', locations: [issuer] }]) }) })),
  fault(VCIWALLET['DETAILS-CLAIMS'], 'names claims by text', set({ authorization: askByDetails((locations) => [{ ...detail, locations, claims: [{ path: 'family_name' }] }]) })),
  fault(VCIWALLET['DETAILS-CLAIMS'], 'names claims by negative numbers', set({ authorization: askByDetails((locations) => [{ ...detail, locations, claims: [{ path: ['degrees', -1] }] }]) })),
  fault(VCIWALLET.RESOURCE, 'does not name the issuer to its authorization server', set({ authorization: dropMembers('resource') })),
  fault(VCIWALLET.RESOURCE, 'requests a scope, and does not name the issuer', set({ form: (form) => ({ ...form, scope: 'membership' }) })),
  fault(VCIWALLET.RESOURCE, 'names the authorization server as the resource', set({ authorization: (form) => (form.resource === undefined ? form : { ...form, resource: `${form.resource}/login` }) })),
  fault(VCIWALLET.PKCE, 'has no challenge', set({ authorization: dropMembers('code_challenge', 'code_challenge_method') })),
  fault(VCIWALLET.PKCE, 'has its challenge under the name of the verifier', set({ authorization: ({ code_challenge: challenge = '', code_challenge_method: _, ...form }) => ({ ...form, code_verifier: challenge }) })),
  fault(VCIWALLET.VERIFIER, 'forgets its verifier', set({ form: dropMembers('code_verifier') })),
  fault(VCIWALLET.VERIFIER, 'keeps one verifier, whichever offer it is for', shareVerifier),
  fault(VCIWALLET.VERIFIER, 'sends the challenge in place of the verifier', set({ form: (form) => (form.code_verifier === undefined ? form : { ...form, code_verifier: createHash('sha256').update(form.code_verifier).digest('base64url') }) })),
  fault(VCIWALLET['VERIFIER-FORM'], 'has a verifier of eight characters', set({ makeVerifier: (random) => random(6).toString('base64url') })),
  fault(VCIWALLET['VERIFIER-FORM'], 'has a verifier in base64', set({ makeVerifier: (random) => `+/${random(32).toString('base64')}` })),
  fault(VCIWALLET['VERIFIER-NEW'], 'has one verifier for all sessions', set({ makeVerifier: () => 'one-verifier-for-all-sessions-of-this-wallet-1' })),
  fault(VCIWALLET['VERIFIER-NEW'], 'has one verifier for every second session', numberVerifiers((count) => `verifier-of-every-second-session-of-the-wallet-${count % 2}`)),
  fault(VCIWALLET['VERIFIER-GUESSED'], 'has digests of a counter as its verifiers', numberVerifiers((count) => createHash('sha256').update(`${count}`).digest('base64url'))),
  fault(VCIWALLET['VERIFIER-GUESSED'], 'counts its verifiers', numberVerifiers((count) => `verifier-of-a-wallet-with-a-long-beginning-${count}`)),
  fault(VCIWALLET['STATE-FRESH'], 'has one state for all authorization requests, and no challenge', stateAlone(() => ({ state: 'the-state-of-all-requests-1' })), [VCIWALLET.PKCE]),
  fault(VCIWALLET['STATE-FRESH'], 'counts the states of its authorization requests, and has no challenge', stateAlone((count) => ({ state: `the-state-of-a-request-${count}` })), [VCIWALLET.PKCE]),
  fault(VCIWALLET['STATE-FRESH'], 'has neither state nor challenge', stateAlone(() => ({})), [VCIWALLET.PKCE]),
  fault(VCIWALLET['JTI-ONCE'], 'has one name for all proofs of its keys', set({ proofClaims: setMembers({ jti: 'proof' }) })),
  fault(VCIWALLET['JTI-ONCE'], 'names proofs of its keys by the issuer', set({ proofClaims: (claims) => ({ ...claims, jti: `proof for ${readText(claims.aud)}` }) })),
  fault(VCIWALLET['PUSHED-PLAIN'], 'pushes a reference to another request', changeRequest('push', (request) => ({ ...request, body: `${request.body ?? ''}&request_uri=${encodeURIComponent('urn:ietf:params:oauth:request_uri:a')}` }))),
  fault(VCIWALLET['PUSHED-PLAIN'], 'pushes an empty reference', changeRequest('push', (request) => ({ ...request, body: `${request.body ?? ''}&request_uri=` }))),
  fault(VCIWALLET.PUSHED, 'sends its authorization request through the browser', set({ pushes: false })),
  fault(VCIWALLET.PUSHED, 'pushes its authorization request, and sends it through the browser first', showRequest),
  fault(VCIWALLET['CODE-REQUEST'], 'leaves out the address to which the user was sent back', set({ form: dropMembers('redirect_uri') })),
  fault(VCIWALLET['CODE-REQUEST'], 'requests a token after an error', skip('return-code')),
  fault(VCIWALLET['CODE-REQUEST'], 'does not say who it is with a code', set({ form: ({ client_id: _, ...form }) => form })),
  fault(VCIWALLET['CODE-REQUEST'], 'sends the code under the name of pre-authorized codes', set({ form: (form) => rename('code', 'pre-authorized_code')(form) })),
  fault(VCIWALLET['TX-CODE-ALONE'], 'has an empty transaction code with an authorization code', set({ form: (form) => (form.code === undefined ? form : { ...form, tx_code: '' }) })),
  fault(VCIWALLET['TX-CODE-ALONE'], 'has its PIN with an authorization code', set({ form: (form) => (form.code === undefined ? form : { ...form, tx_code: '1234' }) })),
  fault(VCIWALLET['CLIENT-ATTESTATION'], 'has the type of any JWT in its attestation', set({ clientHeader: setMembers({ typ: 'JWT' }) })),
  fault(VCIWALLET['CLIENT-ATTESTATION'], 'has an attestation without an end', set({ clientClaims: dropMembers('exp') })),
  fault(VCIWALLET['CLIENT-ATTESTATION'], 'has an attestation of last month', set({ clientClaims: (claims) => ({ ...claims, iat: Number(claims.iat) - 30 * 86_400, exp: Number(claims.exp) - 30 * 86_400 }) })),
  fault(VCIWALLET['CLIENT-ATTESTATION'], 'has an attestation that ended an hour ago', set({ clientClaims: (claims) => ({ ...claims, exp: Number(claims.iat) - 3600 }) })),
  fault(VCIWALLET['CLIENT-PROOF'], 'has the token endpoint as the audience of its proof', set({ clientProofClaims: (claims) => ({ ...claims, aud: `${readText(claims.aud)}/token` }) })),
  ...listInstances(jwtsOf.pop, 'JWS-SIGNED').map((row) => fault(row, 'proves its attestation by another key', set({ chooseClientKey: (_, make) => make() }))),
  fault(VCIWALLET['CLIENT-PROOF'], 'proves its attestation without a time', set({ clientProofClaims: dropMembers('iat') })),
  fault(VCIWALLET['CLIENT-PROOF'], 'sends its attestation alone', changeRequest('token', dropHeader('oauth-client-attestation-pop'))),
  fault(VCIWALLET['CLIENT-CHALLENGE'], 'has the first challenge in all proofs of its attestation', set({ chooseChallenge: ([first]) => first })),
  fault(VCIWALLET['CLIENT-CHALLENGE'], 'has an earlier challenge in the second proof of its attestation', set({ chooseChallenge: (given) => given.at(given.length > 1 ? -2 : -1) })),
  fault(VCIWALLET['CLIENT-CHALLENGE'], 'asks for challenges, and uses none', set({ chooseChallenge: () => undefined })),
  fault(VCIWALLET['CLIENT-CHALLENGE'], 'has its challenge under the name of nonces', set({ clientProofClaims: ({ challenge, ...claims }) => (challenge === undefined ? claims : { ...claims, nonce: challenge }) })),
  fault(VCIWALLET['CHALLENGE-ASKED'], 'waits until a challenge is wanted', set({ asksChallenge: false })),
  fault(VCIWALLET['CHALLENGE-ASKED'], 'gets challenges by GET', changeRequest('challenge', setMethod('GET'))),
  fault(VCIWALLET['CLIENT-ONCE'], 'has one name for all proofs of its attestation', countProofs(() => 'proof')),
  fault(VCIWALLET['CLIENT-ONCE'], 'counts the proofs of its attestation for each authorization server', countByServer),
  fault(VCIWALLET['CLIENT-ONCE'], 'names proofs of its attestation by the second', countProofs(({ iat }) => String(iat))),
  fault(VCIWALLET.ACCEPT, 'asks for metadata of any kind', changeRequest('issuerMetadata', dropHeader('accept'))),
  fault(VCIWALLET.ACCEPT, 'says by `Content-Type` what metadata it wants', changeRequest('issuerMetadata', (request) => setHeader('content-type', 'application/json')(dropHeader('accept')(request)))),
  fault(VCIWALLET.LANGUAGE, 'asks for metadata in any language', changeRequest('issuerMetadata', dropHeader('accept-language'))),
  fault(VCIWALLET.LANGUAGE, 'says its language by `Content-Language`', changeRequest('issuerMetadata', (request) => setHeader('content-language', 'en')(dropHeader('accept-language')(request)))),
  fault(VCIWALLET['LANGUAGE-TAG'], 'has the locale of its system as language', changeRequest('issuerMetadata', setHeader('accept-language', 'en_US.UTF-8'))),
  fault(VCIWALLET['LANGUAGE-TAG'], 'has its languages in JSON', changeRequest('issuerMetadata', setHeader('accept-language', '["de","en"]'))),
  fault(VCIWALLET.INTERVAL, 'does not wait for deferred credentials', set({ chooseWait: () => 0 })),
  fault(VCIWALLET.INTERVAL, 'waits for the first interval in any case', (steps) => { let first: number | undefined; return { ...steps, chooseWait: (interval) => { first ??= interval; return steps.chooseWait(first) } } }),
  fault(VCIWALLET.INTERVAL, 'takes the interval for milliseconds', set({ chooseWait: (interval) => interval / 1000 })),
  fault(VCIWALLET.DENIED, 'asks again whatever the error is', set({ isFinal: () => false })),
  fault(VCIWALLET.DENIED, 'takes a denial for one that is not ready yet', set({ isFinal: (error) => error !== 'invalid_nonce' && error !== 'credential_request_denied' })),
  fault(VCIWALLET.SCOPED, 'asks for a scope of its own alone', set({ authorization: (form) => (form.scope === undefined ? form : { ...form, scope: 'openid' }) })),
  fault(VCIWALLET.SCOPED, 'joins the scopes of an offer by commas', set({ writeScope: (_, all) => all.join(',') })),
  fault(VCIWALLET.SCOPED, 'asks for the scope of the first credential alone, and takes the last', set({ writeScope: (_, [first = '']) => first, chooseOffered: (ids) => ids.at(-1) })),
  fault(VCIWALLET.SCOPELESS, 'asks for the identifier where there is no scope', set({ authorization: ({ authorization_details: details, ...form }) => (details === undefined ? form : { ...form, scope: 'membership' }) }), [VCIWALLET.SCOPED]),
  fault(VCIWALLET.SCOPELESS, 'asks for nothing where there is no scope', set({ authorization: dropMembers('authorization_details') })),
  fault(VCIWALLET.SCOPED, 'takes the identifier for the scope', set({ authorization: (form) => (form.scope === undefined ? form : { ...form, scope: 'membership' }) })),
  fault(VCIWALLET.SCOPED, 'takes the type for the scope', set({ authorization: (form) => (form.scope === undefined ? form : { ...form, scope: 'https://types.example/membership' }) })),
  fault(VCIWALLET['REFUSES-HINT'], 'does not look at the authorization server of an offer', skip('server-listed')),
  fault(VCIWALLET['REFUSES-HINT'], 'compares the host of the authorization server of an offer', demand(['server-listed'], ({ offer, issuer }) => (JSON.stringify(offer).match(/"authorization_server":"(.*?)"/)?.[1] ?? issuer).startsWith(new URL(issuer).origin))),
  fault(VCIWALLET['NO-GRANTS'], 'takes no offer without grants', demand(['grants-known'], ({ offer }) => isObject(offer.grants) && Object.keys(offer.grants).length > 0)),
  fault(VCIWALLET['NO-GRANTS'], 'takes no offer with empty grants', demand(['grants-known'], ({ offer }) => offer.grants === undefined || Object.keys(Object(offer.grants)).length > 0)),

  fault(VCIREQUEST.BATCH, 'wants two credentials where there are no batches', set({ countKeys: ({ batch_credential_issuance: batch }) => (batch === undefined ? 2 : 1) })),
  fault(VCIREQUEST.BATCH, 'wants more credentials than a batch has', set({ countKeys: () => 4 })),
  fault(VCIREQUEST.ENCRYPTED, 'asks for no encryption', set({ asksEncryption: () => false })),
  fault(VCIREQUEST.ALG, 'asks for encryption without `alg`', changeContent('credential', (content) => changeKey(content, dropMembers('alg')))),
  fault(VCIREQUEST.ENCRYPTION, 'asks for encryption without `enc`', changeContent('credential', (content) => changeWanted(content, dropMembers('enc')))),
  fault(VCIREQUEST.PROVEN, 'has its proof under the name of a draft', changeContent('credential', (content) => ({ ...dropMembers('proofs')(content), proof: { proof_type: 'jwt', jwt: 'a' } }))),
  fault(VCIPROOF.TYP, 'has the type of any JWT in proofs', set({ proofHeader: setMembers({ typ: 'JWT' }) })),
  fault(VCIPROOF.PUBLIC, 'shows the private key of a proof', set({ proofHeader: (header, _, privateKey) => ({ ...header, jwk: privateKey }) })),
  fault(VCIPROOF.AUD, 'has the credential endpoint as `aud`', set({ proofClaims: (claims, { metadata }) => ({ ...claims, aud: readText(metadata.credential_endpoint) }) })),
  fault(VCIPROOF.IAT, 'has no time in proofs', set({ proofClaims: dropMembers('iat') })),
  fault(VCIPROOF.ISSUED, 'has no nonce in proofs', set({ proofClaims: dropMembers('nonce') })),
  fault(VCIPROOF.ISSUED, 'makes up the nonce of proofs', set({ proofClaims: setMembers({ nonce: 'a nonce of the wallet' }) })),
  fault(VCIATT.EXP, 'has key attestations without an end', set({ attestation: dropMembers('exp') })),
  fault(VCIATT.KEYS, 'has one attested key and no array', set({ attestation: (claims) => ({ ...claims, attested_keys: Array.isArray(claims.attested_keys) ? (claims.attested_keys[0] ?? null) : null }) })),
  fault(VCINOTE.EVENT, 'notifies in words of its own', changeContent('notification', setMembers({ event: 'accepted' }))),
]

/** Changes what is asked for the encryption of a response. */
function changeWanted(content: JsonObject, change: (wanted: JsonObject) => JsonObject): JsonObject {
  const { credential_response_encryption: wanted } = content
  return isObject(wanted) ? { ...content, credential_response_encryption: change(wanted) } : content
}

const changeKey = (content: JsonObject, change: (key: JsonObject) => JsonObject): JsonObject =>
  changeWanted(content, (wanted) => (isObject(wanted.jwk) ? { ...wanted, jwk: change(wanted.jwk) } : wanted))
