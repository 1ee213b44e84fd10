import { type Check, checkArtefact } from '../../model/check.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readClientId } from '../../protocol/openid4vp/client-id.ts'
import { listPresentations, readSdJwtText } from '../../protocol/openid4vp/presentations.ts'
import { readResponseLink } from '../../protocol/openid4vp/response-link.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import { findUnless, isText, listMembers } from '../kit/values.ts'
import { checkObject } from '../mdoc/parts.ts'
import { checks as vciChecks } from '../openid4vci/checks.ts'
import { requirements as vciRows } from '../openid4vci/requirements.ts'
import { checks as vpChecks } from '../openid4vp/checks.ts'
import { readDocuments } from '../openid4vp/mdoc-presented.ts'
import { requirements as vpRows } from '../openid4vp/requirements.ts'
import { isAbsentOr, listClientKeys, listQueries } from '../openid4vp/values.ts'
import { checks as ofCertificates } from './certificate-checks.ts'
import { HAIPVC, HAIPVCI, HAIPVP, requirements as own } from './requirements.ts'

const request = 'vp-request'

/** The metadata that a request has; nothing, for a client that has given it before. */
const readMetadata = ({ client_metadata: metadata }: JsonObject): JsonObject => (isObject(metadata) ? metadata : {})

const isAgreementKey = ({ kty, crv, alg }: JsonObject): boolean => kty === 'EC' && crv === 'P-256' && alg === 'ECDH-ES'

const modes = ['direct_post.jwt', 'dc_api.jwt']

const ofRequests: readonly Check[] = [
  checkArtefact(HAIPVP.TYPE, request, function* ({ response_type: type }) {
    yield* findUnless(type === 'vp_token', '/response_type', 'vp_token', type)
    return undefined
  }),
  checkArtefact(HAIPVP.MODE, request, function* ({ response_mode: mode }) {
    yield* findUnless(isText(mode) && modes.includes(mode), '/response_mode', modes.join(' or '), mode)
    return undefined
  }),
  checkArtefact(HAIPVP.ENC, request, function* (content) {
    const { encrypted_response_enc_values_supported: values } = readMetadata(content)
    const isGood = Array.isArray(values) && ['A128GCM', 'A256GCM'].every((each) => values.includes(each))
    const at = '/client_metadata/encrypted_response_enc_values_supported'
    yield* findUnless(isGood, at, 'A128GCM and A256GCM', values)
    return undefined
  }),
  checkArtefact(HAIPVP.KEY, request, function* (content) {
    const keys = listClientKeys(readMetadata(content)).map(([, key]) => key)
    const isGood = keys.some(isAgreementKey)
    yield* findUnless(isGood, '/client_metadata/jwks', 'a key on P-256 for ECDH-ES', `${keys.length} keys`)
    return undefined
  }),
  checkArtefact(HAIPVP.FORMAT, 'vp-dcql-query', function* (query) {
    for (const [at, { format }] of listQueries(query))
      yield* findUnless(format !== 'vc+sd-jwt', `${at}/format`, 'dc+sd-jwt', format)
    return undefined
  }),
  checkArtefact(HAIPVP.CLIENT, 'vp-request-object', function* ({ isCompact, payload, signatures }) {
    const ids = isCompact ? [payload.client_id] : signatures.map(({ header }) => header.client_id)
    const isGood = ids.some((id) => isText(id) && readClientId(id).prefix === 'x509_hash')
    yield* findUnless(isGood, '/client_id', 'the prefix x509_hash', ids[0])
    return undefined
  }),
  checkArtefact(HAIPVP.URI, 'vp-request-link', function* ({ parameters }) {
    const isGood = parameters.some(([name]) => name === 'request_uri')
    yield* findUnless(isGood, '?request_uri', 'a URI', undefined)
    return undefined
  }),
]

type Parameters = readonly (readonly [name: string, value: string])[]

const isPlain = (parameters: Parameters): boolean => parameters.some(([name]) => name === 'vp_token')

const ofDocuments: readonly Check[] = [
  checkObject(HAIPVC['MSO-STATUS'], function* (object) {
    const status = object.get('status')
    if (status === undefined) return notApplicable('there is no `status`')
    if (!isCborMap(status)) return inconclusive('`status` is not a map')
    const list = status.get('identifier_list')
    if (!status.has('status_list') && list === undefined)
      yield finding('/status', '`status_list` or `identifier_list`', 'other members')
    if (list !== undefined && !isIdentifier(list))
      yield finding('/status/identifier_list', 'a map with `id`, octets, and `uri`, a text', 'another data item')
    return undefined
  }),
]

const isIdentifier = (list: CborValue): boolean =>
  isCborMap(list) && Buffer.isBuffer(list.get('id')) && typeof list.get('uri') === 'string'

const ofResponses: readonly Check[] = [
  checkArtefact(HAIPVP.SEALED, 'vp-http-request', function* ({ parameters }) {
    yield* findUnless(!isPlain(parameters), 'body', '`response`, a JWE', 'a `vp_token` in plain text')
    return undefined
  }),
  checkArtefact(HAIPVP.SEALED, 'vp-response-link', function* (link) {
    const isGood = !isPlain(readResponseLink(link).parameters)
    yield* findUnless(isGood, 'the parameters', '`response`, a JWE', 'a `vp_token` in plain text')
    return undefined
  }),
  checkArtefact(HAIPVP.BOUND, 'vp-response', function* (content) {
    for (const { at, value } of listPresentations(content)) {
      const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
      if ('problem' in read) continue
      const { keyBinding } = read.value
      const isGood = applyDisclosures(read.value)?.payload.cnf === undefined || keyBinding !== undefined
      yield* findUnless(isGood, `${at}, the end`, 'a Key Binding JWT', undefined)
    }
    return undefined
  }),
  checkArtefact(HAIPVP.DOCUMENTS, 'vp-response', function* (content) {
    const responses = listPresentations(content).flatMap(({ at, value }) => {
      const documents = readDocuments(value)
      return documents ? [{ at, count: documents.length }] : []
    })
    if (responses.length === 0) return notApplicable('no mdoc was presented')
    for (const { at, count } of responses) yield* findUnless(count < 2, `${at}/documents`, 'one document', `${count}`)
    return undefined
  }),
  checkArtefact(HAIPVP.RETURN, 'vp-endpoint-response', function* ({ redirect_uri: uri }) {
    yield* findUnless(uri !== undefined, '/redirect_uri', 'a URI', uri)
    return undefined
  }),
]

/** A check of a claim of a credential with what was disclosed. */
const checkClaim = (row: Requirement, name: string, member: string): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt, { derive }) {
    const processed = derive(applyDisclosures, sdJwt)
    if (!processed) return inconclusive('Assay does not compute the hash function')
    const value = processed.payload[name]
    const isGood = isAbsentOr((each) => isObject(each) && isObject(each[member]))(value)
    yield* findUnless(isGood, `/${name}`, `an object with \`${member}\``, value)
    return undefined
  })

const ofCredentials: readonly Check[] = [
  checkClaim(HAIPVC.CNF, 'cnf', 'jwk'),
  checkClaim(HAIPVC.STATUS, 'status', 'status_list'),
]

/** The proof types whose proofs an issuer verifies by their signature (HAIP 1.0, section 7). */
const signedProofs = ['jwt', 'attestation']

const listProofTypes = (types: JsonValue | undefined, at: string) =>
  listMembers(types, `${at}/proof_types_supported`).filter(([place]) =>
    signedProofs.includes(place.slice(place.lastIndexOf('/') + 1)),
  )

const isBound = ({ cryptographic_binding_methods_supported: methods }: JsonObject): boolean => methods !== undefined

const ofIssuers: readonly Check[] = [
  checkArtefact(HAIPVCI.SCOPE, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    for (const [at, { scope }] of listMembers(all, '/credential_configurations_supported'))
      yield* findUnless(scope !== undefined, `${at}/scope`, 'a string', scope)
    return undefined
  }),
  checkArtefact(HAIPVCI['SCOPE-TYPE'], 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    const types = new Map<string, JsonValue>()
    for (const [at, { format, scope, vct, doctype }] of listMembers(all, '/credential_configurations_supported')) {
      const type = format === 'dc+sd-jwt' ? vct : format === 'mso_mdoc' ? doctype : undefined
      if (scope === undefined || type === undefined) continue
      const key = JSON.stringify([format ?? null, scope])
      const known = types.get(key) ?? type
      types.set(key, known)
      yield* findUnless(known === type, `${at}/scope`, 'a unique scope', scope)
    }
    return undefined
  }),
  checkArtefact(HAIPVCI.NONCE, 'vci-issuer-metadata', function* (content) {
    const { credential_configurations_supported: all, nonce_endpoint: endpoint } = content
    if (!listMembers(all, '').some(([, each]) => isBound(each))) return notApplicable('no credential has key binding')
    yield* findUnless(endpoint !== undefined, '/nonce_endpoint', 'a URL', endpoint)
    return undefined
  }),
  checkArtefact(HAIPVCI.FORMAT, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    const formats = listMembers(all, '').map(([, { format }]) => format)
    const isGood = formats.some((each) => each === 'dc+sd-jwt' || each === 'mso_mdoc')
    yield* findUnless(isGood, '/credential_configurations_supported', 'a format of this profile', formats[0])
    return undefined
  }),
  checkArtefact(HAIPVCI.ES256, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    const at = '/credential_configurations_supported'
    const types = listMembers(all, at).flatMap(([place, each]) => listProofTypes(each.proof_types_supported, place))
    const lists = types.map(([, { proof_signing_alg_values_supported: algs }]) => algs)
    if (lists.length === 0) return notApplicable('no credential configuration has such proofs')
    const isGood = lists.some((algs) => Array.isArray(algs) && algs.includes('ES256'))
    yield* findUnless(isGood, at, 'ES256 for a proof type', lists[0])
    return undefined
  }),
  checkArtefact(HAIPVCI.DPOP, 'vci-token-response', function* ({ token_type: type }) {
    yield* findUnless(isText(type) && type.toLowerCase() === 'dpop', '/token_type', 'DPoP', type)
    return undefined
  }),
]

/** What is under the profile, and is judged with it. */
const isSeen = ({ seen }: Requirement): boolean => 'in' in seen

export const requirements: readonly Requirement[] = [...own, ...vpRows.filter(isSeen), ...vciRows.filter(isSeen)]

const isInForce = ({ requirement }: Check): boolean => isSeen(requirement)

export const checks: readonly Check[] = [
  ...ofRequests,
  ...ofResponses,
  ...ofCredentials,
  ...ofIssuers,
  ...ofCertificates,
  ...ofDocuments,
  ...vpChecks,
  ...vciChecks.filter(isInForce),
]
