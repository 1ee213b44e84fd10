import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { openJwe, readJwe } from '../../../protocol/jose/jwe.ts'
import { decodeObject } from '../../../protocol/jose/jws.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { chooseHash } from '../../../protocol/sd-jwt/hash-functions.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { usualTypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import { mdocChecks } from './check-mdoc.ts'
import { sdJwtChecks } from './check-sd-jwt.ts'
import { statusChecks } from './check-status.ts'
import { fetchListBy } from './fetch-list.ts'
import type { FormatChecks } from './format-checks.ts'
import {
  presentationValidations,
  type VpResponseFacts,
  type VpValidation,
  type VpValidationName,
  type VpVerifierSteps,
} from './verifier-steps.ts'

const formats: ReadonlyMap<JsonValue | undefined, FormatChecks> = new Map([
  ['dc+sd-jwt', sdJwtChecks],
  ['mso_mdoc', mdocChecks],
])

const listQueries = ({ request: { dcql_query: query } }: VpResponseFacts): readonly JsonObject[] =>
  isObject(query) && Array.isArray(query.credentials) ? query.credentials.filter(isObject) : []

const readToken = ({ response: { vp_token: token } }: VpResponseFacts): JsonObject => (isObject(token) ? token : {})

const isFilled = (list: JsonValue | undefined): boolean => Array.isArray(list) && list.length > 0

/** Whether all credentials are there, or those of one option of each set. */
function isComplete(facts: VpResponseFacts): boolean {
  const { dcql_query: query } = facts.request
  const token = readToken(facts)
  const has = (id: JsonValue): boolean => isFilled(token[readText(id)])
  const sets = isObject(query) && Array.isArray(query.credential_sets) ? query.credential_sets.filter(isObject) : []
  if (sets.length === 0) return listQueries(facts).every(({ id = '' }) => has(id))
  return sets.every(
    ({ required, options }) =>
      required === false ||
      (Array.isArray(options) && options.some((option) => Array.isArray(option) && option.every(has))),
  )
}

/** The hashes that are signed with the credentials of a list. */
const listSigned = (facts: VpResponseFacts, ids: readonly JsonValue[]): readonly JsonValue[] =>
  facts.presentations
    .filter(({ query: { id = null } }) => ids.includes(id))
    .flatMap(({ value }) => {
      const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? '').keyBinding)
      const binding = 'value' in read && read.value && 'jws' in read.value ? read.value.jws.payload : {}
      const { transaction_data_hashes: hashes } = binding
      return Array.isArray(hashes) ? hashes : []
    })

function isTransactionSigned(facts: VpResponseFacts): boolean {
  const { transaction_data: list } = facts.request
  return (Array.isArray(list) ? list : []).every((text) => {
    const { credential_ids: ids } = decodeObject(readText(text))
    return listSigned(facts, Array.isArray(ids) ? ids : []).includes(chooseHash({})?.compute(readText(text)) ?? '')
  })
}

const ofPresentations = Object.fromEntries(
  presentationValidations.map((name): [string, VpValidation] => [
    name,
    ({ presentations }) =>
      presentations.every((each) => formats.get(each.query.format)?.[name](each) ?? name !== 'format-right'),
  ]),
) as Readonly<Record<(typeof presentationValidations)[number], VpValidation>>

/** What the reference verifier demands. */
const validations: Readonly<Record<VpValidationName, VpValidation>> = {
  'session-unused': ({ isUsed }) => !isUsed,
  'state-right': ({ request, response }) => request.state === undefined || response.state === request.state,
  encrypted: ({ request: { response_mode: mode }, isEncrypted }) => !readText(mode).endsWith('.jwt') || isEncrypted,
  'token-formed': ({ response: { vp_token: token } }) =>
    isObject(token) && Object.values(token).every((list) => isFilled(list)),
  'token-known': (facts) => {
    const ids = listQueries(facts).map(({ id }) => id)
    return Object.keys(readToken(facts)).every((id) => ids.includes(id))
  },
  'token-single': (facts) =>
    listQueries(facts).every(({ id, multiple }) => {
      const list = readToken(facts)[readText(id)]
      return multiple === true || !Array.isArray(list) || list.length < 2
    }),
  'token-complete': isComplete,
  ...ofPresentations,
  'transaction-signed': isTransactionSigned,
  'type-allows': ({ presentations }) => presentations.every(({ isTypeAllowed }) => isTypeAllowed !== false),
  ...statusChecks,
}

/** Where the metadata of an issuer are, as its path is. */
export function placeIssuer(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname === '/' ? '' : pathname}`
}

const keep = <T>(value: T): T => value

const drawName = (_: number, random: (octets: number) => Buffer): string => random(24).toString('base64url')

/** The steps of the reference verifier: everything is right. */
export const usualVerifierSteps: VpVerifierSteps = {
  delivery: 'post',
  prefix: 'x509_san_dns',
  didMethod: 'jwk',
  didDocument: keep,
  scheme: 'openid4vp',
  request: keep,
  chooseKey: keep,
  reads: () => true,
  open: (jwe, key) => openJwe(readJwe(jwe), key).toString(),
  header: keep,
  attestation: keep,
  finishAttestation: keep,
  object: keep,
  finish: keep,
  link: keep,
  dcRequest: keep,
  makeNonce: drawName,
  makeCode: drawName,
  takesFetch: () => true,
  readsIssuers: false,
  placeIssuer: (issuer) => placeIssuer(issuer.replace(/\/$/, '')),
  issuerMethod: 'GET',
  issuerRedirections: 5,
  takesPlainIssuers: false,
  takesIssuerStatus: (status) => status === 200,
  isIssuerSame: ({ issuer }, published) => issuer === published,
  types: usualTypeSteps,
  trusts: () => false,
  fetchesFirst: false,
  listTime: () => undefined,
  getList: fetchListBy(),
  takesResponse: () => true,
  reopens: false,
  answer: keep,
  validations,
  send: (_, response) => response,
}
