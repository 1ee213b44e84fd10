import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../protocol/jose/jws.ts'
import { isSignatureAlgorithm, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { readHeaderKey } from '../../protocol/x509/chain.ts'
import { locateHeaderKeys, locateKey } from '../jose/key-rules.ts'
import { inspectType } from '../jose/media-type.ts'
import { type FoundKeys, findSignerKeys } from '../jose/signer-keys.ts'
import { jsonCauses, jwsCauses } from '../json/causes.ts'
import { findUnless, findUnlessPlain, isFilled, isText } from '../kit/values.ts'
import { isMac } from '../token-status-list/secured-checks.ts'
import { nameKey } from './issued-credential.ts'
import { jwtsOf, keysOf, VCIATT, VCINOTE, VCIPROOF, VCIREQUEST } from './requirements.ts'

const request = 'vci-credential-request'
const proof = 'vci-proof'
const attestation = 'vci-key-attestation'
const noMetadata = notApplicable('the metadata was not given')

const listProofs = ({ proofs }: JsonObject): readonly (readonly [type: string, list: JsonValue])[] =>
  isObject(proofs) ? Object.entries(proofs) : []

/** The configuration that is requested, if the request names it and the metadata has it. */
function findConfiguration(content: JsonObject, metadata: JsonObject | undefined): JsonObject | undefined {
  const { credential_configuration_id: id } = content
  const all = metadata?.credential_configurations_supported
  const found = isText(id) && isObject(all) && Object.hasOwn(all, id) ? all[id] : undefined
  return isObject(found) ? found : undefined
}

const ofRequest: readonly Check[] = [
  checkReadable(VCIREQUEST.JSON, request, jsonCauses),
  checkArtefact(VCIREQUEST.ONE, request, function* (content) {
    const names = ['credential_identifier', 'credential_configuration_id']
    const values = names.map((name) => content[name]).filter((value) => value !== undefined)
    const expected = `one of ${names.join(' and ')}, a string`
    yield* findUnless(values.length === 1 && isText(values[0]), '', expected, `${values.length} of them`)
    return undefined
  }),
  checkArtefact(VCIREQUEST.KNOWN, request, function* (content, { issuerMetadata }) {
    const { credential_configuration_id: id } = content
    if (!issuerMetadata || !isText(id)) return noMetadata
    yield* findUnless(
      !!findConfiguration(content, issuerMetadata),
      '/credential_configuration_id',
      'one in the metadata',
      id,
    )
    return undefined
  }),
  checkArtefact(VCIREQUEST.PROOFS, request, function* (content) {
    if (content.proofs === undefined) return notApplicable('there are no proofs')
    const lists = listProofs(content)
    yield* findUnless(lists.length === 1, '/proofs', 'one proof type', `${lists.length} of them`)
    for (const [type, list] of lists) yield* findUnless(isFilled(list), `/proofs/${type}`, 'a non-empty array', list)
    return undefined
  }),
  checkArtefact(VCIREQUEST.PROVEN, request, function* (content, { issuerMetadata }) {
    const configuration = findConfiguration(content, issuerMetadata)
    if (configuration?.proof_types_supported === undefined)
      return notApplicable('whether a proof is required is not known')
    yield* findUnless(content.proofs !== undefined, '/proofs', 'proofs', content.proofs)
    return undefined
  }),
  checkArtefact(VCIREQUEST.ATTESTATION, request, function* (content) {
    for (const [type, list] of listProofs(content))
      if (type === 'attestation' && Array.isArray(list))
        yield* findUnless(list.length <= 1, '/proofs/attestation', 'one key attestation', list)
    return undefined
  }),
  checkArtefact(VCIREQUEST.DISTINCT, request, function* (content) {
    const [, list] = listProofs(content).find(([type]) => type === 'jwt') ?? []
    if (!Array.isArray(list) || list.length < 2) return notApplicable('there are no two proofs')
    const read = list.map((text) => attempt(() => readHeaderKey(readJws(readText(text)).header)))
    const shown = read.flatMap((each) => ('value' in each && each.value ? [nameKey(each.value)] : []))
    yield* findUnless(new Set(shown).size === shown.length, '/proofs/jwt', 'proofs for different keys', list)
    return undefined
  }),
  checkArtefact(VCIREQUEST.BATCH, request, function* (content, { issuerMetadata }) {
    if (!issuerMetadata) return noMetadata
    const batch = issuerMetadata.batch_credential_issuance
    const size = isObject(batch) ? batch.batch_size : 1
    if (typeof size !== 'number') return inconclusive('the metadata has no batch size that can be read')
    for (const [type, list] of listProofs(content))
      if (Array.isArray(list) && type !== 'attestation')
        yield* findUnless(list.length <= size, `/proofs/${type}`, `${size} at most`, list)
    return undefined
  }),
  checkArtefact(VCIREQUEST.ENCRYPTION, request, function* ({ credential_response_encryption: encryption }) {
    if (encryption === undefined) return notApplicable('the response is to be in plain text')
    const isGood = isObject(encryption) && isObject(encryption.jwk) && isText(encryption.enc)
    yield* findUnless(isGood, '/credential_response_encryption', 'an object with `jwk` and `enc`', encryption)
    return undefined
  }),
  checkArtefact(VCIREQUEST.ALG, request, function* ({ credential_response_encryption: encryption }) {
    const jwk = isObject(encryption) ? encryption.jwk : undefined
    if (!isObject(jwk)) return notApplicable('there is no key')
    yield* findUnless(isText(jwk.alg), '/credential_response_encryption/jwk/alg', 'a string', jwk.alg)
    return undefined
  }),
  ...checkFacet(keysOf.request, ({ credential_response_encryption: encryption }) =>
    locateKey('/credential_response_encryption/jwk', isObject(encryption) ? encryption.jwk : undefined, 'enc'),
  ),
  checkArtefact(VCIREQUEST.ENCRYPTED, request, function* (content, { issuerMetadata }) {
    const offered = issuerMetadata?.credential_response_encryption
    if (!isObject(offered) || offered.encryption_required !== true)
      return notApplicable('whether encryption is required is not known')
    const { credential_response_encryption: wanted } = content
    yield* findUnless(wanted !== undefined, '/credential_response_encryption', 'an object', wanted)
    return undefined
  }),
]

const checkType = (row: Requirement, kind: typeof proof | typeof attestation, wanted: string): Check =>
  checkArtefact(row, kind, ({ header: { typ } }) => inspectType(typ, wanted))

const checkAlgorithm = (row: Requirement, kind: typeof proof | typeof attestation): Check =>
  checkArtefact(row, kind, function* ({ header: { alg } }) {
    yield* findUnless(isText(alg) && !/^none$/i.test(alg) && !isMac(alg), 'header/alg', 'a signature algorithm', alg)
    return undefined
  })

const isSigned = ({ header: { alg }, signingInput, signature }: Jws, key: JsonObject): boolean =>
  isText(alg) && verifySignature(alg, key, signingInput, signature).isValid

/** The key attestation in the header of a proof. */
function readInner({ header: { key_attestation: text } }: Jws): Jws | undefined {
  const read = attempt(() => readJws(isText(text) ? text : ''))
  return 'value' in read ? read.value : undefined
}

/** The key that a proof is for: it shows the key, or an attestation of it. */
function findProofKeys(jws: Jws): FoundKeys {
  const key = readHeaderKey(jws.header)
  if (key) return { keys: [key] }
  const attested = readInner(jws)?.payload.attested_keys
  const keys = Array.isArray(attested) ? attested.filter(isObject).slice(0, 16) : []
  if (keys.length > 0) return { keys, missing: 'it was not made with an attested key' }
  return { unknown: 'Assay does not know the key: the proof has neither `jwk` nor `x5c`' }
}

const ofProof: readonly Check[] = [
  checkReadable(VCIPROOF.JWS, proof, jwsCauses),
  checkType(VCIPROOF.TYP, proof, 'openid4vci-proof+jwt'),
  checkAlgorithm(VCIPROOF.ALG, proof),
  checkArtefact(VCIPROOF.KEY, proof, function* ({ header }) {
    const names = ['kid', 'jwk', 'x5c'].filter((name) => header[name] !== undefined)
    // With a trust chain, `kid` selects the key in it.
    yield* findUnless(names.length <= 1, 'header', 'one of `kid`, `jwk` and `x5c`', names.join(', '))
    return undefined
  }),
  ...checkFacet(keysOf.proof, ({ header }) => locateHeaderKeys(header)),
  ...checkFacet(jwtsOf.proof, (jws) => [{ at: '', view: { ...jws, findKeys: () => findProofKeys(jws) } }]),
  checkArtefact(VCIPROOF.AUD, proof, function* ({ payload: { aud } }, { issuer, issuerMetadata }) {
    const wanted = issuer ?? issuerMetadata?.credential_issuer
    yield* findUnless(isText(aud), '/aud', 'a string', aud)
    if (isText(wanted) && isText(aud)) yield* findUnless(aud === wanted, '/aud', wanted, aud)
    return undefined
  }),
  checkArtefact(VCIPROOF.IAT, proof, function* ({ payload: { iat } }) {
    yield* findUnless(iat !== undefined, '/iat', 'a number', iat)
    return undefined
  }),
  checkArtefact(VCIPROOF.NONCE, proof, function* ({ payload: { nonce } }) {
    yield* findUnless(nonce === undefined || isText(nonce), '/nonce', 'a string', nonce)
    return undefined
  }),
  checkArtefact(VCIPROOF.ISSUED, proof, function* ({ payload: { nonce } }, { nonce: wanted }) {
    if (wanted === undefined) return notApplicable('the nonce of the issuer is unknown: pass --nonce')
    yield* findUnless(!isText(nonce ?? '') || nonce === wanted, '/nonce', 'the `c_nonce` of the issuer', nonce)
    return undefined
  }),
  checkArtefact(VCIATT.EXP, proof, function* (jws) {
    const inner = readInner(jws)
    if (!inner) return notApplicable('there is no key attestation')
    yield* findUnless(inner.payload.exp !== undefined, 'header/key_attestation/exp', 'a number', inner.payload.exp)
    return undefined
  }),
  checkArtefact(VCIATT.HOLDS, proof, function* (jws) {
    const keys = readInner(jws)?.payload.attested_keys
    if (!Array.isArray(keys) || !isSignatureAlgorithm(jws.header.alg))
      return notApplicable('there are no attested keys')
    const isHeld = keys.some((key) => isObject(key) && isSigned(jws, key))
    yield* findUnless(isHeld, 'signature', 'a signature with one of the attested keys', 'another one')
    return undefined
  }),
]

const ofAttestation: readonly Check[] = [
  checkReadable(VCIATT.JWS, attestation, jwsCauses),
  checkType(VCIATT.TYP, attestation, 'key-attestation+jwt'),
  checkAlgorithm(VCIATT.ALG, attestation),
  checkArtefact(VCIATT.IAT, attestation, function* ({ payload: { iat } }) {
    yield* findUnless(iat !== undefined, '/iat', 'a number', iat)
    return undefined
  }),
  ...checkFacet(jwtsOf.attestation, (jws) => [
    {
      at: '',
      view: { ...jws, findKeys: (context) => findSignerKeys(jws.header, context, 'the provider of the wallet') },
    },
  ]),
  checkArtefact(VCIATT.KEYS, attestation, function* ({ payload: { attested_keys: keys } }) {
    const isGood = isFilled(keys, (key) => isObject(key) && isText(key.kty))
    yield* findUnless(isGood, '/attested_keys', 'at least one key', keys)
    return undefined
  }),
  ...checkFacet(keysOf.attestation, ({ header, payload: { attested_keys: keys } }) => [
    ...locateHeaderKeys(header),
    ...(Array.isArray(keys) ? keys : []).flatMap((key, i) => locateKey(`/attested_keys/${i}`, key, 'sig')),
  ]),
  checkArtefact(VCIATT.LEVELS, attestation, function* ({ payload }) {
    for (const name of ['key_storage', 'user_authentication']) {
      const value = payload[name]
      yield* findUnless(value === undefined || isFilled(value, isText), `/${name}`, 'at least one string', value)
    }
    return undefined
  }),
]

const events = ['credential_accepted', 'credential_failure', 'credential_deleted']

const ofNotification: readonly Check[] = [
  checkReadable(VCINOTE.JSON, 'vci-notification', jsonCauses),
  checkArtefact(VCINOTE.ID, 'vci-notification', function* ({ notification_id: id }) {
    yield* findUnless(isText(id), '/notification_id', 'a string', id)
    return undefined
  }),
  checkArtefact(VCINOTE.EVENT, 'vci-notification', function* ({ event }) {
    yield* findUnless(events.includes(event as never), '/event', events.join(' or '), event)
    return undefined
  }),
  checkArtefact(VCINOTE.DESCRIPTION, 'vci-notification', function* ({ event_description: text }) {
    yield* findUnlessPlain('/event_description', text)
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofRequest, ...ofProof, ...ofAttestation, ...ofNotification]
