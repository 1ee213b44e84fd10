import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { isSignatureAlgorithm } from '../../protocol/jose/signature-algorithms.ts'
import type { HttpForm } from '../../protocol/openid4vp/http-request.ts'
import { hasRequestObject } from '../../protocol/openid4vp/recognise.ts'
import { isResponseForm } from '../../protocol/openid4vp/response-link.ts'
import { findOtherType } from '../http/message-rules.ts'
import { locateHeaderKeys, locateKey } from '../jose/key-rules.ts'
import { isSameType } from '../jose/media-type.ts'
import { findSignerKeys } from '../jose/signer-keys.ts'
import { jsonCauses, jwsCauses } from '../json/causes.ts'
import { findUnless, isFilled, isText, listMembers } from '../kit/values.ts'
import { jwtsOf, keysOf, VPATT, VPDATA, VPMETA, VPPOST } from './request-requirements.ts'
import { checkLooks, checkMember, isAbsentOr, isTexts, listClientKeys, look, type Value } from './values.ts'

const meta = 'vp-client-metadata'
const data = 'vp-transaction-data'
const attestation = 'vp-verifier-attestation'
const wallet = 'vp-wallet-metadata'

const isObjects = (value: Value): boolean => isObject(value) && Object.values(value).every(isObject)

/** A check of algorithms in the formats that are supported. */
const checkAlgorithms = (
  row: Requirement,
  names: readonly string[],
  expected: string,
  isGood: (value: Value) => boolean,
): Check =>
  checkLooks(row, meta, ({ vp_formats_supported: formats }) =>
    listMembers(formats, '/vp_formats_supported').flatMap(([at, format]) =>
      names.map((name) => look(`${at}/${name}`, format[name], expected, isAbsentOr(isGood)(format[name]))),
    ),
  )

/** What a key is for, as far as it says so. */
function readPurpose({ use, alg }: JsonObject): Value {
  if (use !== undefined || typeof alg !== 'string') return use
  return isSignatureAlgorithm(alg) ? 'sig' : 'enc'
}

const ofMetadata: readonly Check[] = [
  checkReadable(VPMETA.JSON, meta, jsonCauses),
  checkMember(
    VPMETA.JWKS,
    meta,
    'jwks',
    'an object with `keys`',
    isAbsentOr((value) => isObject(value) && Array.isArray(value.keys) && value.keys.every(isObject)),
  ),
  checkLooks(VPMETA.KID, meta, (content) => {
    const keys = listClientKeys(content)
    const ids = keys.map(([, { kid }]) => kid)
    const count = new Set(ids).size
    return [
      ...keys.map(([at, { kid }]) => look(`${at}/kid`, kid, 'a string', isText(kid))),
      look('/jwks/keys', `${count} of ${keys.length}`, 'a unique `kid` for each key', count === ids.length),
    ]
  }),
  checkLooks(VPMETA.USE, meta, (content) => {
    const keys = listClientKeys(content)
    const isMixed = new Set(keys.flatMap(([, key]) => readPurpose(key) ?? [])).size > 1
    return keys.map(([at, { use }]) => look(`${at}/use`, use, 'what the key is for', !isMixed || use !== undefined))
  }),
  ...checkFacet(keysOf.metadata, (content) => listClientKeys(content).map(([at, key]) => ({ at, view: { key } }))),
  checkMember(VPMETA.ENC, meta, 'encrypted_response_enc_values_supported', 'at least one string', isAbsentOr(isTexts)),
  checkMember(VPMETA.FORMATS, meta, 'vp_formats_supported', 'an object of objects', isAbsentOr(isObjects)),
  checkAlgorithms(VPMETA['SD-JWT'], ['sd-jwt_alg_values', 'kb-jwt_alg_values'], 'at least one string', isTexts),
  checkAlgorithms(VPMETA.MDOC, ['issuerauth_alg_values', 'deviceauth_alg_values'], 'a non-empty array', (value) =>
    isFilled(value),
  ),
  checkAlgorithms(VPMETA.W3C, ['alg_values', 'proof_type_values', 'cryptosuite_values'], 'a non-empty array', (value) =>
    isFilled(value),
  ),
]

const ofData: readonly Check[] = [
  checkReadable(VPDATA.JSON, data, jwsCauses),
  checkMember(VPDATA.TYPE, data, 'type', 'a string', isText),
  checkMember(VPDATA.IDS, data, 'credential_ids', 'at least one string', isTexts),
  checkMember(VPDATA['HASH-NAMES'], data, 'transaction_data_hashes_alg', 'names as `sha-256`', (value) =>
    (Array.isArray(value) ? value : []).every((each) => typeof each !== 'string' || !isMisspelt(each)),
  ),
  checkMember(VPDATA.HASHES, data, 'transaction_data_hashes_alg', 'at least one string', isAbsentOr(isTexts)),
]

const ofAttestation: readonly Check[] = [
  checkReadable(VPATT.JWS, attestation, jwsCauses),
  checkLooks(VPATT.TYP, attestation, ({ header: { typ } }) => {
    const wanted = 'verifier-attestation+jwt'
    const isGood = isSameType(typ, wanted)
    return [look('header/typ', typ, wanted, isGood)]
  }),
  checkLooks(VPATT.ISS, attestation, ({ payload }) =>
    ['iss', 'sub'].map((name) => look(`/${name}`, payload[name], 'a string', isText(payload[name]))),
  ),
  checkLooks(VPATT.EXP, attestation, ({ payload: { exp } }) => [look('/exp', exp, 'a number', exp !== undefined)]),
  ...checkFacet(jwtsOf.attestation, (jws) => [
    { at: '', view: { ...jws, findKeys: (context) => findSignerKeys(jws.header, context, 'the attester') } },
  ]),
  checkLooks(VPATT.CNF, attestation, ({ payload: { cnf } }) => {
    const jwk = isObject(cnf) ? cnf.jwk : undefined
    const isGood = isObject(jwk) && listPrivateMembers(jwk).length === 0
    return [look('/cnf/jwk', jwk, 'a public key', isGood)]
  }),
]

const ofAttestedKeys = checkFacet(keysOf.attestation, ({ header, payload: { cnf } }) => [
  ...locateHeaderKeys(header),
  ...locateKey('/cnf/jwk', isObject(cnf) ? cnf.jwk : undefined, 'sig'),
])

const ofWalletKeys = checkFacet(keysOf.wallet, (content) =>
  listClientKeys(content).map(([at, key]) => ({ at, view: { key } })),
)

const form = 'application/x-www-form-urlencoded'
const ofObject = 'application/oauth-authz-req+jwt'

/** Whether a request asks for a request object: by its parameters, or where its body is of another type, by what it accepts. */
const isForObject = ({ method, headers, parameters }: HttpForm): boolean =>
  parameters.some(([name]) => name === 'wallet_nonce' || name === 'wallet_metadata') ||
  (method === 'POST' &&
    headers.has('content-type') &&
    !isResponseForm(parameters) &&
    listAccepted(headers.get('accept')).includes(ofObject))

/** Whether a name is one of the registry in other letters. A name of another specification may be any other. */
function isMisspelt(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const [, size] = /^(?:sha|s)2?(256|384|512)$/.exec(letters) ?? []
  return size !== undefined && name !== `sha-${size}`
}

const listAccepted = (accept = ''): readonly string[] =>
  accept.split(',').map((each) => each.split(';')[0]?.trim() ?? '')

const isAccepted = (accept: string | undefined): boolean =>
  listAccepted(accept).some((each) => [ofObject, '*/*', 'application/*'].includes(each))

const ofHttp: readonly Check[] = [
  checkArtefact(VPPOST.FORM, 'vp-http-request', function* (request) {
    if (!isForObject(request)) return notApplicable('it does not ask for a request object')
    yield* findOtherType(request, form)
    return undefined
  }),
  checkArtefact(VPPOST.ACCEPT, 'vp-http-request', function* (request) {
    if (!isForObject(request)) return notApplicable('it does not ask for a request object')
    const accept = request.headers.get('accept')
    yield* findUnless(isAccepted(accept), 'accept', ofObject, accept)
    return undefined
  }),
  checkReadable(VPPOST.METADATA, wallet, jsonCauses),
  checkMember(VPPOST.FORMATS, wallet, 'vp_formats_supported', 'an object', isObjects),
  checkMember(VPPOST.PREFIXES, wallet, 'client_id_prefixes_supported', 'at least one string', isAbsentOr(isTexts)),
  checkArtefact(VPPOST.OBJECT, 'vp-http-response', function* (http, { request, walletNonce }) {
    if (!hasRequestObject(http)) return notApplicable('it has another message')
    if (request?.method === 'GET') return notApplicable('it was requested with GET')
    const findings = [...findOtherType(http, ofObject)]
    if (findings.length > 0 && walletNonce === undefined)
      return inconclusive('whether it was requested with POST is unknown')
    yield* findings
    return undefined
  }),
]

export const checks: readonly Check[] = [
  ...ofMetadata,
  ...ofData,
  ...ofAttestation,
  ...ofAttestedKeys,
  ...ofWalletKeys,
  ...ofHttp,
]
