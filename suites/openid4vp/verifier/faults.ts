import { hash } from 'node:crypto'
import { listInstances } from '../../../model/foundation/facet.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { openJwe, readJwe } from '../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { drivingLicence } from '../../../protocol/mdoc/driving-licence.ts'
import { hasIntegrity, readIntegrity } from '../../../protocol/sd-jwt-vc/integrity.ts'
import { mergeClaimMetadata } from '../../../protocol/sd-jwt-vc/type-metadata.ts'
import { carelessOpenings, jweAlterationNames, jweAlterations, openWithoutParties } from '../../jose/altered-jwe.ts'
import { isAsn1Signed, isNullSignature } from '../../jose/signature-forms.ts'
import {
  type ActorFault,
  type ActorVariant,
  type Mutation,
  makeActorChanges,
  makeActorFault,
} from '../../kit/actor-changes.ts'
import { allForms, type NearForm } from '../../kit/near-values.ts'
import { unrelatedEcKey } from '../../kit/unrelated-keys.ts'
import { nameSpace } from '../../mdoc/sample.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { type TypeSteps, usualTypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import { fetchListBy } from '../actors/fetch-list.ts'
import { placeIssuer } from '../actors/steps.ts'
import type { VpEndpoint, VpResponseFacts, VpValidationName, VpVerifierSteps } from '../actors/verifier-steps.ts'
import { drop } from '../changes.ts'
import { keysOf, VPDC, VPOBJ, VPREQ } from '../request-requirements.ts'
import { VPEND } from '../response-requirements.ts'
import {
  hasDigestsAnywhere,
  hasKnownDisclosures,
  isCertifiedAsUsual,
  isCompact,
  isMac,
  isMdocOf,
  isNamedAfter,
  isSignedByChain,
  isSignedByHeader,
  isSignedByItsCertificate,
  isSignedByUsual,
  isSignedEarly,
  isWhole,
  readBinding,
  readConfirmation,
  readIssuer,
} from './header-keys.ts'
import { VPUSE } from './requirements.ts'

export type VerifierMutation = Mutation<VpVerifierSteps>
export type VerifierFault = ActorFault<VpVerifierSteps>
export type VerifierVariant = ActorVariant<VpVerifierSteps>

const fault = makeActorFault<VpVerifierSteps>()
const changes = makeActorChanges<VpVerifierSteps, VpValidationName, VpResponseFacts>()
export const { set, combine, look, skip } = changes
const { skipWhere, validateMore } = changes

/** Does not look at something of a credential whose payload it has accepted before. */
const skipKnown =
  (...names: readonly VpValidationName[]): VerifierMutation =>
  (steps) => {
    const known = new Set<string>()
    const nameAll = ({ presentations }: VpResponseFacts): string =>
      presentations.map(({ value }) => readText(value).split('.')[1]).join()
    const skipOne = (name: VpValidationName): VerifierMutation =>
      look(name, (usual, facts) => {
        const id = `${name} ${nameAll(facts)}`
        const isGood = known.has(id) || usual(facts)
        if (isGood) known.add(id)
        return isGood
      })
    return combine(...names.map(skipOne))(steps)
  }

export const changeRequest =
  (change: (parameters: JsonObject, key: Jwk) => JsonObject): VerifierMutation =>
  (steps) => ({ ...steps, request: (parameters, key) => change(steps.request(parameters, key), key) })

export const changeAnswer =
  (endpoint: VpEndpoint, change: (response: HttpResponse) => HttpResponse): VerifierMutation =>
  (steps) => ({
    ...steps,
    send: (own, response) => (own === endpoint ? change(steps.send(own, response)) : steps.send(own, response)),
  })

/** A driving licence, and some of its elements. */
const licence: JsonObject = {
  id: 'licence',
  format: 'mso_mdoc',
  meta: { doctype_value: drivingLicence },
  claims: [{ path: [nameSpace, 'family_name'] }, { path: [nameSpace, 'age_over_18'] }],
}

/** Asks for a driving licence. */
export const requireMdoc = (credential: JsonObject = {}): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    dcql_query: {
      credentials: [{ ...licence, ...credential }],
    },
    client_metadata: { ...(all.client_metadata as JsonObject), vp_formats_supported: { mso_mdoc: {} } },
  }))

/** A query for a driving licence, and for the usual credential after it. */
const requireBoth = changeRequest((all) => ({
  ...all,
  dcql_query: { credentials: [licence, { ...member, claims: [{ path: ['given_name'] }, { path: ['email'] }] }] },
  client_metadata: { ...(all.client_metadata as JsonObject), vp_formats_supported: { 'dc+sd-jwt': {}, mso_mdoc: {} } },
}))

/** Announces algorithms for Key Binding JWTs. */
export const nameAlgorithms = (...algs: readonly string[]): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    client_metadata: {
      ...(all.client_metadata as JsonObject),
      vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': [...algs] } },
    },
  }))

/** Whether `sd_hash` is that of another text than the one before the Key Binding JWT. */
function isHashOf(value: JsonValue, cut: (text: string) => string): boolean {
  const text = readText(value)
  const bound = text.slice(0, text.lastIndexOf('~') + 1)
  return readBinding(value)?.payload.sd_hash === hash('sha256', cut(bound), 'base64url')
}

/** The claims that the issuer signed in the open. */
const readClaims = (value: JsonValue): JsonObject =>
  JSON.parse(Buffer.from(readText(value).split('.')[1] ?? '', 'base64url').toString())

const listDisclosed = (value: JsonValue): readonly (readonly JsonValue[])[] =>
  readText(value)
    .split('~')
    .slice(1, -1)
    .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()))

const isSignedOtherwise = (value: Parameters<typeof readBinding>[0]): boolean =>
  readBinding(value)?.header.alg !== 'ES256'

/** Asks for encrypted responses, and names no content encryption. */
const requireEncryption = changeRequest((all, { d: _, ...key }) => ({
  ...all,
  response_mode: 'direct_post.jwt',
  client_metadata: {
    ...(all.client_metadata as JsonObject),
    jwks: { keys: [{ ...key, kid: 'response-key', use: 'enc', alg: 'ECDH-ES' }] },
  },
}))

/** Takes what is signed for the session that it would be if responses were not encrypted. */
const takeUnencrypted = look(
  'binding-signed',
  (usual, { presentations, ...facts }) =>
    usual({ ...facts, presentations }) ||
    usual({
      ...facts,
      presentations: presentations.map((each) => ({
        ...each,
        request: { ...each.request, response_mode: 'direct_post' },
      })),
    }),
)

const afterSuccess = (change: (response: HttpResponse) => HttpResponse): VerifierMutation =>
  changeAnswer('response', (response) => (response.status === 200 ? change(response) : response))

const hasToken = ({ response: { vp_token: token } }: VpResponseFacts, isWanted: (token: unknown) => boolean): boolean =>
  isWanted(token)

const isEmpty = (token: unknown): boolean =>
  typeof token === 'object' && token !== null && Object.keys(token).length === 0

/** Puts signed requests to the Digital Credentials API. */
const overDc = set({ delivery: 'signed', prefix: 'x509_hash' })

/** A credential of the type that is usual. */
const member: JsonObject = {
  id: 'member',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['https://types.example/membership'] },
}

const everyOne =
  (isSo: (value: JsonValue) => boolean) =>
  ({ presentations }: VpResponseFacts): boolean =>
    presentations.every(({ value }) => isSo(value))

/** Whether the nonce of every presentation is as good as that of the request. */
const everyNonce =
  (isSo: (nonce: string, own: string) => boolean) =>
  ({ presentations }: VpResponseFacts): boolean =>
    presentations.every(({ value, request }) => {
      const nonce = readText(readBinding(value)?.payload.nonce)
      return nonce !== '' && isSo(nonce, readText(request.nonce))
    })

/** What compares two texts carelessly, by the form of what it takes. */
const carelessly: Readonly<Record<NearForm, readonly [how: string, isSame: (given: string, own: string) => boolean]>> =
  {
    changed: ['without its end', (given, own) => given.slice(0, -3) === own.slice(0, -3)],
    shorter: ['as far as it is there', (given, own) => given !== '' && own.startsWith(given)],
    longer: ['and ignores what follows', (given, own) => given.startsWith(own)],
    prefixed: ['and ignores what precedes it', (given, own) => given.endsWith(own)],
    recased: ['without regard to capital letters', (given, own) => given.toLowerCase() === own.toLowerCase()],
    spaced: ['without the spaces around it', (given, own) => given.trim() === own],
    slashed: ['without the slash at its end', (given, own) => given.replace(/\/$/, '') === own],
    escaped: ['after percent-decoding it', (given, own) => decodePercent(given) === own],
  }

const decodePercent = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))

/** Looks for a value among those of all sessions that are not over. */
const lookAmongOpen =
  (
    name: VpValidationName,
    member: 'nonce' | 'state',
    list: (facts: VpResponseFacts) => readonly (JsonValue | undefined)[],
  ): VerifierMutation =>
  (steps) => {
    const open = new Set<JsonValue | undefined>()
    return combine(
      changeRequest((parameters) => {
        open.add(parameters[member])
        return parameters
      }),
      look(name, (usual, facts) => {
        if (!usual(facts)) return list(facts).every((each) => open.has(each))
        open.delete(facts.request[member])
        return true
      }),
    )(steps)
  }

/** Whether a presentation has a Key Binding JWT of a kind. */
const hasBinding = (value: JsonValue, isSo: (binding: NonNullable<ReturnType<typeof readBinding>>) => boolean) => {
  const binding = readBinding(value)
  return binding !== undefined && isSo(binding)
}

/** Takes other types than those of the query. */
const takeTypes = (isTaken: (type: string, wanted: string) => boolean): VerifierMutation =>
  skipWhere('type-right', ({ presentations }) =>
    presentations.every(({ value, query: { meta } }) => {
      const wanted = isObject(meta) && Array.isArray(meta.vct_values) ? meta.vct_values.map(readText) : []
      return wanted.some((each) => isTaken(readText(readClaims(value).vct), each))
    }),
  )

const listNonces = ({ presentations }: VpResponseFacts) =>
  presentations.map(({ value }) => readBinding(value)?.payload.nonce)

/** Asks for two credentials, or for some of them. */
const askFor = (more: JsonObject = {}): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    dcql_query: {
      credentials: [
        { ...member, claims: [{ path: ['given_name'] }] },
        { ...member, id: 'second', claims: [{ path: ['email'] }] },
      ],
      ...more,
    },
  }))

const askTwo = askFor()

/** Takes a VP Token with some of the credentials. */
const takeCredentials = (isEnough: (ids: readonly JsonValue[]) => boolean): VerifierMutation =>
  look('token-complete', (_, { presentations }) => isEnough(presentations.map(({ query: { id = null } }) => id)))

/** Asks for a credential of which several can be presented. */
export const askSeveral = changeRequest((all) => ({
  ...all,
  dcql_query: { credentials: [{ ...member, multiple: true, claims: [{ path: ['given_name'] }] }] },
}))

/** Looks at something in some of several presentations. */
const lookAtSome = (name: VpValidationName, start: number, end: number): VerifierMutation =>
  look(name, (usual, facts) => usual({ ...facts, presentations: facts.presentations.slice(start, end) }))

const lookAtFirst = (name: VpValidationName): VerifierMutation => lookAtSome(name, 0, 1)

/** Does not look at something where there are several presentations. */
const skipSeveral = (name: VpValidationName): VerifierMutation =>
  combine(
    askSeveral,
    skipWhere(name, ({ presentations }) => presentations.length > 1),
  )

/** Discards presentations for which something does not hold, if there are others. */
export const removeWrong = (...names: readonly VpValidationName[]): VerifierMutation =>
  combine(
    ...names.map((name) =>
      look(name, (usual, facts) => facts.presentations.some((each) => usual({ ...facts, presentations: [each] }))),
    ),
  )

/** What some verifiers do not look at under one condition. */
const omissions: readonly (readonly [Requirement, VpValidationName, string])[] = [
  [VPUSE.SIGNED, 'issuer-signed', 'does not verify credentials'],
  [VPUSE.DISCLOSED, 'disclosures-known', 'does not compare digests'],
  [VPUSE.CURRENT, 'valid-now', 'does not look at the times of credentials'],
  [VPUSE.CLAIMS, 'claims-complete', 'does not look for claims'],
  [VPUSE.BOUND, 'binding-present', 'takes presentations without holder binding'],
  [VPUSE.TYP, 'binding-typ', 'takes any JWT as a Key Binding JWT'],
  [VPUSE.TIME, 'binding-time', 'takes Key Binding JWTs of any time'],
  [VPUSE.HOLDER, 'binding-signed', 'does not verify Key Binding JWTs'],
  [VPUSE.NONCE, 'binding-nonce', 'takes any nonce'],
  [VPUSE.AUDIENCE, 'binding-audience', 'takes presentations for any client'],
  [VPUSE.HASH, 'binding-hash', 'does not look at `sd_hash`'],
]

/** Does not look at something after a response that was refused in the same session. */
const skipRetried = (name: VpValidationName): VerifierMutation =>
  combine(
    reopen,
    skipWhere(name, ({ isRetried }) => isRetried),
  )

/** Whether the metadata of the issuer have a key with which it has not signed. */
const hasOtherKey = ({ presentations }: VpResponseFacts): boolean =>
  presentations.every(({ trusted }) => trusted.keys.length > 0 && trusted.keys.every(({ x }) => x === keys.other.x))

/** Takes another response after one that was refused. */
export const reopen = set({ reopens: true })

/** Takes the keys of an issuer from what it publishes. */
export const readIssuers = set({ readsIssuers: true })

/** The type for which a verifier asks that reads type metadata, where the harness serves it. */
const servedType = 'https://status.example/types/membership'

/** Reads the type metadata of what it asks for. */
export const readTypes = (change: Partial<TypeSteps> = {}): VerifierMutation =>
  combine(
    set({ types: { ...usualTypeSteps, reads: true, ...change } }),
    changeRequest((all) => ({
      ...all,
      dcql_query: {
        credentials: [
          {
            ...{ id: 'member', format: 'dc+sd-jwt', meta: { vct_values: [servedType] } },
            claims: [{ path: ['given_name'] }, { path: ['address', 'city'] }],
          },
        ],
      },
    })),
  )

/** The claim metadata of the type itself, without what it inherits. */
const chooseOwn: TypeSteps['chooseClaims'] = (types) => mergeClaimMetadata(types.slice(0, 1))

/** Asks for the list of the present. */
export const askForPresent = set({ listTime: (now) => `${now}` })

const holderKey = toPublic(keys.holder)
const issuerKey = toPublic(keys.issuer)

const everything: readonly VpValidationName[] = ['token-formed', 'token-complete']

/** Decrypts as if the header had no `crit`, which is authenticated all the same. */
function openUncritical(text: string, key: Jwk): string {
  const jwe = readJwe(text)
  return openJwe({ ...jwe, header: drop('crit')(jwe.header) }, key).toString()
}

/** Does not look at the status where the server of the list is not available. */
const takeUnavailable: VpVerifierSteps['getList'] = async (uri, fetch, time) => {
  const statuses: number[] = []
  const list = await fetchListBy()(
    uri,
    async (request) => {
      const response = await fetch(request)
      statuses.push(response.status)
      return response
    },
    time,
  )
  return statuses.some((each) => each >= 500) ? undefined : list
}

/** Asks for encryption by a key whose point is on no curve. */
const encryptToNothing = changeRequest((all) => ({
  ...all,
  response_mode: 'direct_post.jwt',
  client_metadata: {
    ...(isObject(all.client_metadata) && all.client_metadata),
    jwks: { keys: [{ ...unrelatedEcKey, y: `${unrelatedEcKey.x}`, kid: '1', alg: 'ECDH-ES' }] },
  },
}))

/** Looks for some of the claims of a query only. */
const lookForClaims = (choose: (claims: readonly JsonValue[]) => readonly JsonValue[]): VerifierMutation =>
  look('claims-complete', (usual, { presentations, ...facts }) =>
    usual({
      ...facts,
      presentations: presentations.map(({ query, ...each }) => {
        const claims = Array.isArray(query.claims) ? choose(query.claims) : []
        return { ...each, query: { ...query, claims: [...claims] } }
      }),
    }),
  )

// biome-ignore format: a table, one row a line.
export const verifierFaults: readonly VerifierFault[] = [
  ...listInstances(keysOf.metadata, 'KEY-VALID').map((row) => fault(row, 'announces a key that is a point on no curve', encryptToNothing)),
  fault(VPUSE.NONCE, 'takes any nonce', skip('binding-nonce')),
  fault(VPUSE.AUDIENCE, 'takes presentations for any client', skip('binding-audience')),
  fault(VPUSE.NONCE, 'takes the nonce of any session', lookAmongOpen('binding-nonce', 'nonce', listNonces)),
  fault(VPUSE.NONCE, 'compares the start of its nonce', skipWhere('binding-nonce', everyNonce((nonce, own) => own.startsWith(nonce)))),
  fault(VPUSE.NONCE, 'looks for its nonce in a longer one', skipWhere('binding-nonce', everyNonce((nonce, own) => nonce.startsWith(own)))),
  fault(VPUSE.NONCE, 'compares the nonce of the first of several presentations', combine(askTwo, lookAtFirst('binding-nonce'))),
  fault(VPUSE.NONCE, 'compares the nonce of the first of several presentations for one query', combine(askSeveral, lookAtFirst('binding-nonce'))),
  fault(VPUSE.NONCE, 'compares the nonce of the last of several presentations for one query', combine(askSeveral, lookAtSome('binding-nonce', -1, Number.POSITIVE_INFINITY))),
  fault(VPUSE.NONCE, 'discards presentations with another nonce', combine(askSeveral, removeWrong('binding-nonce'))),
  ...omissions.map(([row, name, text]) => fault(row, `${text} where there are several for one query`, skipSeveral(name))),
  ...omissions.map(([row, name, text]) => fault(row, `${text} after an error in the same session`, skipRetried(name))),
  ...omissions.map(([row, name, text]) => fault(row, `${text} in the second of two formats`, combine(requireBoth, lookAtFirst(name)), row === VPUSE.DISCLOSED ? [VPUSE.DIGESTS] : [])),
  fault(VPUSE.AUDIENCE, 'takes mdocs that are signed for a session without encryption', combine(requireMdoc(), requireEncryption, takeUnencrypted)),
  fault(VPUSE.COMPLETE, 'takes a VP Token without presentations after an error in the same session', combine(...everything.map(skipRetried))),
  fault(VPUSE.HOLDER, 'reads signatures in ASN.1', skipWhere('binding-signed', everyOne((value) => hasBinding(value, (binding) => isAsn1Signed(binding, holderKey))))),
  fault(VPUSE.HOLDER, 'takes signatures of zeros', skipWhere('binding-signed', everyOne((value) => hasBinding(value, isNullSignature)))),
  fault(VPUSE.HASH, 'compares `sd_hash` where there is one', skipWhere('binding-hash', everyOne((value) => hasBinding(value, ({ payload }) => payload.sd_hash === undefined)))),
  fault(VPUSE.TYPE, 'compares the beginning of types', takeTypes((type, wanted) => type.startsWith(wanted))),
  fault(VPUSE.TYPE, 'compares types without regard to capital letters', takeTypes((type, wanted) => type.toLowerCase() === wanted.toLowerCase())),
  fault(VPUSE.TYPE, 'looks at the type of the first of several credentials', combine(askTwo, lookAtFirst('type-right'))),
  fault(VPUSE.SIGNED, 'knows its authorities by their names', skipWhere('issuer-signed', everyOne((value) => isSignedByHeader(readIssuer(value), 'x5c') && isNamedAfter(readIssuer(value), testAuthority)))),
  fault(VPUSE.COMPLETE, 'takes a response without a VP Token', combine(...everything.map((name) => skipWhere(name, ({ response }) => response.vp_token === undefined && response.error === undefined)))),
  ...(['apu', 'apv'] as const).map((name) => fault(VPUSE.PARTIES, `does not read \`${name}\` of encrypted responses`, combine(requireEncryption, set({ open: (text, key) => openWithoutParties(readJwe(text), key, [name]) })))),
  fault(VPUSE['ENC-DEFAULT'], 'names two content encryptions, and reads one', combine(requireEncryption, changeRequest((all) => ({ ...all, client_metadata: { ...(all.client_metadata as JsonObject), encrypted_response_enc_values_supported: ['A256GCM', 'A128GCM'] } })), set({ reads: ({ enc }) => enc === 'A256GCM' }))),
  fault(VPUSE.NONCE, 'compares nonces without regard to capital letters', skipWhere('binding-nonce', everyNonce((nonce, own) => nonce.toLowerCase() === own.toLowerCase()))),
  ...allForms.map((form) => fault(VPUSE.AUDIENCE, `compares the audience ${carelessly[form][0]}`, skipWhere('binding-audience', (facts) => facts.presentations.every(({ value, request }) => carelessly[form][1](readText(readBinding(value)?.payload.aud), readText(request.client_id)))))),
  fault(VPUSE.NONCE, 'takes its nonce in an array', skipWhere('binding-nonce', everyOne((value) => Array.isArray(readBinding(value)?.payload.nonce)))),
  fault(VPUSE.STATE, 'compares states without regard to capital letters', skipWhere('state-right', ({ request, response }) => readText(response.state).toLowerCase() === readText(request.state).toLowerCase())),
  fault(VPUSE.CLAIMS, 'looks for claims without regard to capital letters', skipWhere('claims-complete', everyOne((value) => listDisclosed(value).some(([, name]) => /[A-Z]/.test(readText(name)))))),
  fault(VPUSE.SIGNED, 'takes certificates by other issuers', skipWhere('issuer-signed', everyOne((value) => isSignedByChain(readIssuer(value), testAuthority, 2)))),
  fault(VPUSE.SIGNED, 'takes certificates that have expired', skipWhere('issuer-signed', everyOne((value) => isSignedByChain(readIssuer(value), testAuthority, 1)))),
  fault(VPUSE.CURRENT, 'looks at `exp` where it is a number', skipWhere('valid-now', everyOne((value) => typeof readClaims(value).exp === 'string'))),
  fault(VPUSE.HASH, 'has SHA-256 for `sd_hash` of every credential', skipWhere('binding-hash', everyOne((value) => isHashOf(value, (text) => text)))),
  fault(VPUSE.DISCLOSED, 'looks for digests in all name spaces of an mdoc', combine(requireMdoc(), skipWhere('disclosures-known', everyOne(hasDigestsAnywhere)))),
  fault(VPUSE.IGNORES, 'refuses encrypted responses with another header parameter', combine(requireEncryption, set({ reads: (header) => header['x-note'] === undefined || header.crit !== undefined }))),
  fault(VPUSE.CRIT, 'does not look at `crit` in encrypted responses', combine(requireEncryption, set({ open: openUncritical }))),
  fault(VPUSE.LIST, 'takes credentials while their list is not available', set({ getList: takeUnavailable }), []),
  fault(VPUSE.HOLDER, 'verifies every Key Binding JWT by ES256', skipWhere('binding-signed', everyOne((value) => isSignedByUsual(readBinding(value), holderKey)))),
  fault(VPUSE.SIGNED, 'verifies every credential by ES256', skipWhere('issuer-signed', everyOne((value) => isSignedByUsual(readIssuer(value), issuerKey)))),
  fault(VPUSE.SIGNED, 'verifies every mdoc by ES256', combine(requireMdoc(), skipWhere('issuer-signed', ({ presentations }) => presentations.every(({ value, trusted }) => isCertifiedAsUsual(value, trusted.anchors))))),
  fault(VPUSE.CRIT, 'does not look at critical parameters of mdocs', combine(requireMdoc(), skip('header-understood'))),
  fault(VPUSE.AUDIENCE, 'takes its identifier without the prefix', skipWhere('binding-audience', (facts) => facts.presentations.every(({ value, request }) => readText(request.client_id).endsWith(`:${readText(readBinding(value)?.payload.aud)}`)))),
  fault(VPUSE.TYP, 'takes any JWT with a type of its own as a Key Binding JWT', skipWhere('binding-typ', everyOne((value) => readText(readBinding(value)?.header.typ).endsWith('+jwt')))),
  fault(VPUSE.CURRENT, 'takes credentials for a day after they have expired', (steps) => ({ ...steps, validations: { ...steps.validations, 'valid-now': (facts) => steps.validations['valid-now'](facts) || steps.validations['valid-now']({ ...facts, presentations: facts.presentations.map((each) => ({ ...each, now: each.now - 86_400 })) }) } })),
  fault(VPUSE.CURRENT, 'takes credentials a day before they are valid', (steps) => ({ ...steps, validations: { ...steps.validations, 'valid-now': (facts) => steps.validations['valid-now'](facts) || steps.validations['valid-now']({ ...facts, presentations: facts.presentations.map((each) => ({ ...each, now: each.now + 86_400 })) }) } })),
  fault(VPUSE.TIME, 'takes presentations without a time', skipWhere('binding-time', everyOne((value) => readBinding(value)?.payload.iat === undefined))),
  fault(VPUSE.TIME, 'takes presentations after their `exp`', skipWhere('binding-time', everyOne((value) => readBinding(value)?.payload.exp !== undefined))),
  fault(VPUSE.TIME, 'takes presentations before their `nbf`', skipWhere('binding-time', everyOne((value) => readBinding(value)?.payload.nbf !== undefined))),
  fault(VPUSE.TIME, 'takes presentations of the future', skipWhere('binding-time', (facts) => facts.presentations.every(({ value, now }) => Number(readBinding(value)?.payload.iat) > now))),
  fault(VPUSE.CRIT, 'does not look at `crit`', skip('header-understood')),
  fault(VPUSE.CRIT, 'does not look at `crit` in Key Binding JWTs', skipWhere('header-understood', everyOne((value) => readIssuer(value)?.header.crit === undefined))),
  fault(VPUSE.DIGESTS, 'looks at nothing but whether digests are known', skipWhere('disclosures-known', everyOne(hasKnownDisclosures))),
  fault(VPUSE.STATE, 'takes the state of any session', lookAmongOpen('state-right', 'state', ({ response }) => [response.state])),
  fault(VPUSE.STATE, 'does not look at the state', skip('state-right')),
  fault(VPUSE.BOUND, 'takes presentations without holder binding', skip('binding-present')),
  fault(VPUSE.HOLDER, 'does not verify Key Binding JWTs', skip('binding-signed')),
  fault(VPUSE.HOLDER, 'verifies Key Binding JWTs by ES256 alone', combine(nameAlgorithms('ES256', 'ES384', 'Ed25519'), skipWhere('binding-signed', everyOne(isSignedOtherwise)))),
  fault(VPUSE.NONCE, 'compares the nonce of Key Binding JWTs by ES256 alone', combine(nameAlgorithms('ES256', 'ES512'), skipWhere('binding-nonce', everyOne(isSignedOtherwise)))),
  fault(VPUSE.ALGORITHMS, 'takes Key Binding JWTs by ES256 alone', combine(nameAlgorithms('ES256', 'ES384'), validateMore('binding-signed', (facts) => !everyOne(isSignedOtherwise)(facts)))),
  fault(VPUSE.AUDIENCE, 'takes presentations for its address', skipWhere('binding-audience', ({ presentations, request }) => presentations.every(({ value }) => readBinding(value)?.payload.aud === request.response_uri))),
  fault(VPUSE.NONCE, 'takes presentations without a nonce', skipWhere('binding-nonce', everyOne((value) => hasBinding(value, ({ payload }) => payload.nonce === undefined)))),
  fault(VPUSE.AUDIENCE, 'takes presentations without an audience', skipWhere('binding-audience', everyOne((value) => readBinding(value)?.payload.aud === undefined))),
  fault(VPUSE.HASH, 'takes the hash of the credential alone', skipWhere('binding-hash', everyOne((value) => isHashOf(value, (text) => `${text.split('~')[0]}~`)))),
  fault(VPUSE.HASH, 'takes the hash without the last tilde', skipWhere('binding-hash', everyOne((value) => isHashOf(value, (text) => text.slice(0, -1))))),
  fault(VPUSE.DISCLOSED, 'takes elements of arrays that the issuer has not signed', skipWhere('disclosures-known', everyOne((value) => listDisclosed(value).some((each) => each.length === 2)))),
  fault(VPUSE.CURRENT, 'takes no `exp` for one of 0', skipWhere('valid-now', everyOne((value) => readClaims(value).exp === 0))),
  fault(VPUSE.DIGESTS, 'takes a claim called `...`', skipWhere('disclosures-known', everyOne((value) => listDisclosed(value).some(([, name]) => name === '...')))),
  fault(VPUSE.SIGNED, 'verifies the signature of a credential once', skipKnown('issuer-signed')),
  fault(VPUSE.DISCLOSED, 'compares the digests of a credential once', skipKnown('disclosures-known')),
  fault(VPUSE.HOLDER, 'verifies the holder of a credential once', skipKnown('binding-signed')),
  fault(VPUSE.NONCE, 'compares the nonce with a credential once', skipKnown('binding-nonce')),
  fault(VPUSE.AUDIENCE, 'compares the audience with a credential once', skipKnown('binding-audience')),
  fault(VPUSE.BOUND, 'wants the holder of a credential to sign once', skipKnown('binding-present')),
  fault(VPUSE.CLAIMS, 'looks for the claims of a credential once', skipKnown('claims-complete')),
  fault(VPUSE.TYP, 'takes a JWT of any type as a Key Binding JWT', skip('binding-typ')),
  fault(VPUSE.HASH, 'does not look at `sd_hash`', skip('binding-hash')),
  fault(VPUSE.HASH, 'compares the start of `sd_hash`', skipWhere('binding-hash', everyOne((value) => readText(readBinding(value)?.payload.sd_hash).length < 43))),
  fault(VPUSE.HOLDER, 'takes the key of a holder for the secret of an HMAC', skipWhere('binding-signed', everyOne((value) => isMac(readBinding(value), holderKey)))),
  fault(VPUSE.SIGNED, 'takes the key of an issuer for the secret of an HMAC', skipWhere('issuer-signed', everyOne((value) => isMac(readIssuer(value), issuerKey)))),
  fault(VPUSE.SIGNED, 'does not verify credentials', skip('issuer-signed')),
  fault(VPUSE.DISCLOSED, 'takes disclosures whose digests the issuer has not signed', skip('disclosures-known'), [VPUSE.DIGESTS]),
  fault(VPUSE.CURRENT, 'does not look at `exp` and `nbf`', skip('valid-now')),
  fault(VPUSE.TYPE, 'takes credentials of any type', skip('type-right')),
  fault(VPUSE.CLAIMS, 'takes presentations without claims', skip('claims-complete')),
  fault(VPUSE.CLAIMS, 'looks for the first claim of a query alone', lookForClaims((all) => all.slice(0, 1))),
  fault(VPUSE.CLAIMS, 'looks for the last claim of a query alone', lookForClaims((all) => all.slice(-1))),
  fault(VPUSE.CLAIMS, 'looks for the first element of an mdoc alone', combine(requireMdoc({ claims: [{ path: [nameSpace, 'family_name'] }, { path: [nameSpace, 'given_name'] }] }), lookForClaims((all) => all.slice(0, 1)))),
  fault(VPUSE.SIGNED, 'believes any certificate in `x5c`', skipWhere('issuer-signed', everyOne((value) => isSignedByHeader(readIssuer(value), 'x5c')))),
  fault(VPUSE.SIGNED, 'believes the key in the header of a credential', skipWhere('issuer-signed', everyOne((value) => isSignedByHeader(readIssuer(value), 'jwk')))),
  fault(VPUSE.AUDIENCE, 'looks for its name in the first of several presentations', combine(askTwo, lookAtFirst('binding-audience'))),
  fault(VPUSE.CURRENT, 'looks at the times of the first of several credentials', combine(askTwo, lookAtFirst('valid-now'))),
  fault(VPUSE.CLAIMS, 'looks for the claims of the first of several credentials', combine(askTwo, lookAtFirst('claims-complete'))),
  fault(VPUSE.STATUS, 'looks at the status of the first of several credentials', combine(askTwo, lookAtFirst('status-valid'))),
  fault(VPUSE.SIGNED, 'verifies the first of several credentials', combine(askTwo, lookAtFirst('issuer-signed'))),
  fault(VPUSE.HOLDER, 'believes the key in the header of a Key Binding JWT', skipWhere('binding-signed', everyOne((value) => isSignedByHeader(readBinding(value), 'jwk')))),
  fault(VPUSE.HOLDER, 'takes a Key Binding JWT with the algorithm none', skipWhere('binding-signed', everyOne((value) => readBinding(value)?.header.alg === 'none'))),
  fault(VPUSE.AUDIENCE, 'takes presentations for its client in place of its origin', combine(overDc, skipWhere('binding-audience', (facts) => facts.presentations.every(({ value, request }) => readBinding(value)?.payload.aud === request.client_id)))),
  fault(VPUSE.AUDIENCE, 'takes presentations for any origin', combine(overDc, skip('binding-audience'))),
  fault(VPUSE.AUDIENCE, 'takes its origin without the prefix', combine(overDc, skipWhere('binding-audience', (facts) => facts.presentations.every(({ value, origin }) => readBinding(value)?.payload.aud === origin)))),
  fault(VPDC.UNSIGNED, 'has a client in an unsigned request', combine(set({ delivery: 'unsigned' }), changeRequest((all) => ({ ...all, client_id: 'x509_san_dns:verifier.example' })))),
  fault(VPDC.PROTOCOL, 'names the protocol of a draft', combine(overDc, set({ dcRequest: (all) => ({ ...all, protocol: 'openid4vp' }) }))),
  fault(VPDC.EXPECTED, 'expects the origin of another page', combine(overDc, changeRequest((all) => ({ ...all, expected_origins: ['https://other.example'] })))),
  fault(VPUSE.AUDIENCE, 'compares the prefix of its identifier', skipWhere('binding-audience', (facts) => facts.presentations.every(({ value, request }) => readText(readBinding(value)?.payload.aud).split(':')[0] === readText(request.client_id).split(':')[0]))),
  fault(VPUSE.COMPLETE, 'takes a VP Token without presentations', combine(...everything.map((name) => skipWhere(name, (facts) => hasToken(facts, isEmpty))))),
  fault(VPUSE.COMPLETE, 'takes a VP Token with an empty array of presentations', combine(...everything.map((name) => skipWhere(name, (facts) => hasToken(facts, (token) => Object.values(Object(token)).flat().length === 0 && !isEmpty(token)))))),
  fault(VPUSE.COMPLETE, 'is content with any of the credentials that it asks for', combine(askTwo, takeCredentials((ids) => ids.length > 0))),
  fault(VPUSE.COMPLETE, 'looks for the first of several credentials alone', combine(askTwo, takeCredentials((ids) => ids.includes('member')))),
  fault(VPUSE.COMPLETE, 'looks for the last of several credentials alone', combine(askTwo, takeCredentials((ids) => ids.includes('second')))),
  fault(VPUSE.COMPLETE, 'is content with a part of an option', combine(askFor({ credential_sets: [{ options: [['member', 'second']] }] }), takeCredentials((ids) => ids.length > 0))),
  fault(VPUSE.COMPLETE, 'is content with the first of several sets', combine(askFor({ credential_sets: [{ options: [['member']] }, { options: [['second']] }] }), takeCredentials((ids) => ids.includes('member')))),
  fault(VPUSE.COMPLETE, 'is content with a credential that may be left out', combine(askFor({ credential_sets: [{ options: [['member']] }, { options: [['second']], required: false }] }), takeCredentials((ids) => ids.length > 0))),
  fault(VPUSE.COMPLETE, 'takes presentations of credentials that it did not ask for', skip('token-known', 'token-complete'), []),
  ...jweAlterationNames.map((name) => fault(VPUSE.INTACT, `takes encrypted responses ${jweAlterations[name].description}`, combine(requireEncryption, set({ open: carelessOpenings[name] })))),
  fault(VPUSE.FORM, 'takes several presentations of one credential', skip('token-single')),
  fault(VPUSE.FORM, 'takes a text as a VP Token', combine(...everything.map((name) => skipWhere(name, (facts) => hasToken(facts, (token) => typeof token === 'string'))))),
  fault(VPUSE['ENC-DEFAULT'], 'reads A256GCM, and does not say so', combine(requireEncryption, set({ reads: ({ enc }) => enc === 'A256GCM' }))),
  fault(VPUSE['DIGEST-TEXT'], 'writes disclosures again before it computes their digests', validateMore('disclosures-known', everyOne(isCompact))),
  fault(VPUSE.UNUSED, 'refuses digests that no disclosure has', validateMore('disclosures-known', everyOne(isWhole))),
  fault(VPUSE.IGNORES, 'refuses a request for its request object with another parameter', set({ takesFetch: (all) => Object.keys(drop('wallet_nonce', 'wallet_metadata')(all)).length === 0 })),
  fault(VPUSE.IGNORES, 'refuses a response with another parameter', set({ takesResponse: (all) => Object.keys(drop('vp_token', 'state', 'response')(all)).length === 0 })),
  fault(VPUSE.IGNORES, 'refuses a Key Binding JWT with another claim', (steps) => ({ ...steps, validations: { ...steps.validations, 'binding-typ': (facts) => steps.validations['binding-typ'](facts) && facts.presentations.every(({ value }) => readBinding(value)?.payload['x-note'] === undefined) } })),
  fault(VPUSE.IGNORES, 'refuses metadata of a wallet with another parameter', set({ takesFetch: ({ wallet_metadata: metadata }) => !JSON.stringify(metadata ?? '').includes('x-note') })),
  fault(VPUSE.TYPE, 'does not compare the type of an mdoc with that which its issuer signed', combine(requireMdoc(), skipWhere('type-right', everyOne((value) => isMdocOf(value, drivingLicence))))),
  fault(VPUSE.FETCHED, 'does not give its request object by GET', combine(set({ delivery: 'get' }), changeAnswer('request', (response) => ({ ...response, status: 404, body: '' })))),
  fault(VPUSE.NONCE, 'does not verify what the device of an mdoc signed', combine(requireMdoc(), skip('binding-signed')), [VPUSE.AUDIENCE, VPUSE.HOLDER]),
  fault(VPUSE.BOUND, 'takes mdocs that no device signed', combine(requireMdoc(), skip('binding-present'))),
  fault(VPUSE.SIGNED, 'does not verify what the issuer of an mdoc signed', combine(requireMdoc(), skip('issuer-signed'))),
  fault(VPUSE.SIGNED, 'believes any certificate in `x5chain`', combine(requireMdoc(), skipWhere('issuer-signed', everyOne(isSignedByItsCertificate)))),
  fault(VPUSE.DISCLOSED, 'does not compare the digests of an mdoc', combine(requireMdoc(), skip('disclosures-known'))),
  fault(VPUSE.CURRENT, 'does not compare the time of the signature of an mdoc with the certificate', combine(requireMdoc(), skipWhere('valid-now', everyOne(isSignedEarly)))),
  fault(VPUSE.CURRENT, 'does not look at the validity of an mdoc', combine(requireMdoc(), skip('valid-now'))),
  fault(VPUSE.TYPE, 'takes an mdoc of any type', combine(requireMdoc(), skip('type-right'))),
  fault(VPUSE.CLAIMS, 'takes an mdoc without elements', combine(requireMdoc(), skip('claims-complete'))),
  fault(VPUSE.STATUS, 'takes credentials that are revoked or suspended', skip('status-valid')),
  fault(VPUSE.TLS, 'trusts any certificate', set({ trusts: () => true })),
  fault(VPUSE.TLS, 'trusts certificates that are self-signed', set({ trusts: (certificate) => certificate === 'self-signed' })),
  fault(VPUSE.PLAIN, 'follows the metadata of an issuer to an address without HTTPS', combine(readIssuers, set({ takesPlainIssuers: true }))),
  fault(VPUSE.PLAIN, 'asks for type metadata without HTTPS', readTypes({ takesPlain: true })),
  fault(VPUSE['ISSUER-SAME'], 'takes the metadata of any issuer', combine(readIssuers, set({ isIssuerSame: () => true }))),
  fault(VPUSE['ISSUER-SAME'], 'takes metadata without `issuer`', combine(readIssuers, set({ isIssuerSame: ({ issuer }, published) => issuer === undefined || issuer === published }))),
  fault(VPUSE['ISSUER-KEY'], 'takes what no key of the metadata has signed', combine(readIssuers, skipWhere('issuer-signed', hasOtherKey), skipWhere('list-signed', hasOtherKey))),
  fault(VPUSE['ISSUER-ERROR'], 'takes metadata that come with an error', combine(readIssuers, set({ takesIssuerStatus: () => true }))),
  fault(VPUSE['ISSUER-ASKED'], 'asks for metadata of issuers by POST', combine(readIssuers, set({ issuerMethod: 'POST' }))),
  fault(VPUSE['ISSUER-ASKED'], 'keeps the slash at the end of an issuer', combine(readIssuers, set({ placeIssuer }))),
  fault(VPUSE['ISSUER-LOOP'], 'follows redirections of metadata without an end', combine(readIssuers, set({ issuerRedirections: Number.POSITIVE_INFINITY }))),
  fault(VPUSE.HOLDER, 'takes any holder of a credential that names none', skipWhere('binding-signed', ({ presentations }) => presentations.some(({ value }) => readConfirmation(value) === undefined))),
  fault(VPUSE['TYPE-VCT'], 'takes type metadata of another type', readTypes({ isSame: () => true })),
  fault(VPUSE['TYPE-VCT'], 'compares the `vct` of the first type metadata alone', readTypes({ isSame: ({ vct }, uri) => vct === uri || uri !== servedType })),
  fault(VPUSE['TYPE-ERROR'], 'takes type metadata that come with an error', readTypes({ takesStatus: () => true })),
  fault(VPUSE['TYPE-INTEGRITY'], 'does not compute the digest of type metadata', readTypes({ isIntact: () => true })),
  fault(VPUSE['TYPE-INTEGRITY'], 'is content with any of several digests', readTypes({ isIntact: (text, integrity) => `${integrity}`.split(' ').some((each) => hasIntegrity(text, readIntegrity(each) ?? [])) })),
  fault(VPUSE['TYPE-INTEGRITY'], 'takes type metadata with a digest by a hash function that it does not know', readTypes({ isIntact: (text, integrity) => { const known = readIntegrity(integrity); return !known || hasIntegrity(text, known) } })),
  fault(VPUSE['TYPE-INTEGRITY'], 'does not compute the digest of what a type extends', readTypes({ isIntact: (text, integrity) => text.includes('"Document"') || usualTypeSteps.isIntact(text, integrity) })),
  fault(VPUSE['TYPE-READ'], 'computes the first of several digests alone', readTypes({ isIntact: (text, integrity) => usualTypeSteps.isIntact(text, `${integrity}`.includes('sha512') ? (integrity ?? null) : (`${integrity}`.split(' ')[0] ?? null)) })),
  fault(VPUSE['TYPE-READ'], 'refuses type metadata with another member', readTypes({ isWellFormed: (content) => content['x-note'] === undefined && usualTypeSteps.isWellFormed(content) })),
  fault(VPUSE['TYPE-READ'], 'refuses credentials that hide a mandatory claim', readTypes({ hasClaim: (sdJwt, claim) => usualTypeSteps.hasClaim(sdJwt, claim) && (!claim.mandatory || claim.path[0] !== 'favourite_colour') })),
  fault(VPUSE['TYPE-CLAIMS'], 'does not compare credentials with their type', readTypes({ hasClaim: () => true }), [VPUSE['TYPE-EXTENDS']]),
  fault(VPUSE['TYPE-CLAIMS'], 'takes type metadata with malformed paths', readTypes({ isWellFormed: () => true })),
  fault(VPUSE['TYPE-CLAIMS'], 'does not look at what a type says of disclosures', readTypes({ hasClaim: (sdJwt, claim) => usualTypeSteps.hasClaim(sdJwt, { ...claim, sd: 'allowed' }) })),
  fault(VPUSE['TYPE-EXTENDS'], 'does not apply what a type inherits', readTypes({ chooseClaims: chooseOwn })),
  fault(VPUSE['TYPE-EXTENDS'], 'does not follow types', readTypes({ findExtended: () => undefined })),
  fault(VPUSE['TYPE-CIRCULAR'], 'takes types that extend themselves', readTypes({ takesCircles: true })),
  fault(VPUSE.LIST, 'takes status lists that have expired', skip('list-current')),
  fault(VPUSE.LIST, 'does not compare `sub` of a status list with its address', skip('list-subject')),
  fault(VPUSE.LIST, 'does not verify status lists', skip('list-signed')),
  fault(VPUSE.LIST, 'takes a JWT of any type as a status list', skip('list-typ')),
  fault(VPUSE.LIST, 'takes status lists without `sub` and `iat`', skip('list-complete')),
  fault(VPUSE.LIST, 'takes credentials whose list is not to be had', set({ getList: async (...given) => (await fetchListBy()(...given)) || undefined }), []),
  fault(VPUSE['LIST-TIME'], 'takes the list of another time than it asked for', combine(askForPresent, skip('list-of-time'))),
  fault(VPUSE['LIST-ASKED'], 'asks for the list of a date', combine(set({ listTime: (now) => new Date(now * 1000).toISOString() }), skip('list-of-time'))),
  fault(VPUSE['LIST-ASKED'], 'asks for lists by POST', set({ getList: (uri, fetch) => fetchListBy()(uri, (request) => fetch({ ...request, method: 'POST' })) })),
  fault(VPUSE['LIST-READ'], 'follows no redirections', set({ getList: fetchListBy({ most: 0 }) })),
  fault(VPUSE['LIST-READ'], 'does not decompress what it asked for', set({ getList: fetchListBy({ decompresses: false }) })),
  fault(VPUSE['LIST-AGGREGATED'], 'gives up an aggregation at a list that it cannot read', set({ getList: fetchListBy({ aggregates: 'first' }) })),
  fault(VPUSE['LIST-LOOP'], 'follows redirections without an end', set({ getList: fetchListBy({ most: Number.POSITIVE_INFINITY }) })),
  fault(VPUSE['LIST-FIRST'], 'fetches the list before it verifies the credential', set({ fetchesFirst: true })),
  fault(VPUSE.IGNORES, 'refuses status lists with another claim', (steps) => ({ ...steps, validations: { ...steps.validations, 'list-typ': (facts) => steps.validations['list-typ'](facts) && facts.presentations.every(({ statusList = '' }) => !Buffer.from(statusList.split('.')[1] ?? '', 'base64url').includes('x-note')) } })),
  fault(VPUSE['LIST-END'], 'takes an index beyond the end of a status list', skip('list-long-enough')),
  fault(VPREQ['NONCE-FRESH'], 'gives all requests one nonce', set({ makeNonce: () => 'n-0S6_WzA2Mjq7Xb4Tc91L' }), [VPUSE.NONCE]),
  fault(VPREQ['NONCE-FRESH'], 'counts its nonces', set({ makeNonce: (count) => `nonce-of-our-verifier-${1000 + count}` })),
  fault(VPREQ['NONCE-FRESH'], 'hashes a counter as its nonce', set({ makeNonce: (count) => hash('sha256', `${count}`, 'base64url') })),
  fault(VPREQ['NONCE-FRESH'], 'has UUIDs that count at the beginning as its nonces', set({ makeNonce: (count) => `${(0x6b1c0c52 + count).toString(16)}-1f4e-4d4b-a7f0-9c3b2a1d0e5f` })),
  fault(VPREQ['STATE-FRESH'], 'gives all requests without holder binding one state', changeRequest((all) => ({ ...all, state: 's-0S6_WzA2Mjq7Xb4Tc91Lf', dcql_query: { credentials: [{ ...member, require_cryptographic_holder_binding: false }] } }))),
  fault(VPEND['CODE-LENGTH'], 'has a response code of eight octets', set({ makeCode: (_, random) => random(8).toString('base64url') })),
  fault(VPEND.FRESH, 'gives all sessions one response code', set({ makeCode: () => '091535f699ea575c' })),
  fault(VPEND.FRESH, 'has the state of the request as its response code', set({ makeCode: (_, __, state) => state })),
  fault(VPEND.FRESH, 'hashes a counter as its response code', set({ makeCode: (count) => hash('sha256', `${count}`, 'hex') })),
  fault(VPEND.FRESH, 'counts its response codes', set({ makeCode: (count) => `${count}` }), [VPEND['CODE-LENGTH']]),
  fault(VPEND.STATUS, 'answers a response that it accepts by 400', afterSuccess((response) => ({ ...response, status: 400 }))),
  fault(VPEND.STATUS, 'answers a response by 204', afterSuccess((response) => ({ ...response, status: 204, body: '' }))),
  fault(VPEND.TYPE, 'answers a response with the content type `text/plain`', afterSuccess((response) => ({ ...response, headers: { 'content-type': 'text/plain' } }))),
  fault(VPOBJ['WALLET-NONCE'], 'leaves out the nonce of the wallet', set({ object: drop('wallet_nonce') })),
  fault(VPREQ['NO-REDIRECT'], 'has a `redirect_uri` beside `response_uri`', changeRequest((all) => ({ ...all, redirect_uri: 'https://verifier.example/cb' }))),
]
