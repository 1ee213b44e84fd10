import type { HttpRequest } from '../../../../model/wire.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { chooseRequestEncryption } from '../../../../protocol/jose/agreed-encryption.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import { refuseOffer, toPublicPart, type VciWalletContext } from './context.ts'

/** A credential that is offered, as the metadata describes it. */
export interface WantedCredential {
  readonly id: string
  readonly configuration: JsonObject
}

export function listOffered({ facts: { offer, metadata } }: VciWalletContext): readonly WantedCredential[] {
  const offered = Array.isArray(offer.credential_configuration_ids) ? offer.credential_configuration_ids : []
  const all = metadata.credential_configurations_supported
  return offered.flatMap((id) => {
    const known = typeof id === 'string' && isObject(all) && Object.hasOwn(all, id) ? all[id] : undefined
    return isObject(known) ? { id: readText(id), configuration: known } : []
  })
}

export function findWanted(context: VciWalletContext): WantedCredential {
  const offered = listOffered(context)
  const id = context.steps.chooseOffered(offered.map((each) => each.id))
  return offered.find((each) => each.id === id) ?? refuseOffer('the credential is not known')
}

/** How the credential is named: by the identifier in the token response, if there is one. */
export function nameCredential({ steps, facts }: VciWalletContext, { id }: WantedCredential): JsonObject {
  const { authorization_details: all } = facts.token
  const details = (Array.isArray(all) ? all : []).filter(isObject).filter(({ type }) => type === 'openid_credential')
  const own = steps.chooseDetail(details, id)
  const [first] = own && Array.isArray(own.credential_identifiers) ? own.credential_identifiers : []
  return first === undefined ? { credential_configuration_id: id } : { credential_identifier: first }
}

/** Proofs by new keys, where the credential is bound to keys. */
export function makeProofs(context: VciWalletContext, { configuration }: WantedCredential): JsonObject {
  const { proof_types_supported: types } = configuration
  if (!isObject(types)) return {}
  const count = context.steps.countKeys(context.facts.metadata)
  const keys = Array.from({ length: count }, () => context.makeKey())
  const type = context.steps.chooseProofType(types)
  if (type === 'attestation') return { proofs: { attestation: [attest(context, keys)] } }
  if (type === undefined) return refuseOffer('there is no proof type that the wallet has')
  const isAttested = isObject(types.jwt) && types.jwt.key_attestations_required !== undefined
  return { proofs: { jwt: keys.map((key) => writeProof(context, key, isAttested ? keys : [])) } }
}

function writeProof(context: VciWalletContext, key: Jwk, attested: readonly Jwk[]): string {
  const { steps, facts, now } = context
  const { issuer: aud, nonce } = facts
  const header = {
    typ: 'openid4vci-proof+jwt',
    alg: 'ES256',
    jwk: toPublicPart(key),
    ...(attested.length > 0 && { key_attestation: attest(context, attested) }),
  }
  const claims = { aud, iat: now(), ...(nonce !== undefined && { nonce }) }
  return writeJws(steps.proofHeader(header, facts, key), steps.proofClaims(claims, facts), key)
}

/** Seconds for which a key attestation is good. */
const lifetime = 3600

function attest({ steps, facts, now, provider }: VciWalletContext, keys: readonly Jwk[]): string {
  const claims = {
    iat: now(),
    exp: now() + lifetime,
    attested_keys: keys.map(toPublicPart),
    key_storage: ['iso_18045_high'],
    user_authentication: ['iso_18045_high'],
    ...(facts.nonce !== undefined && { nonce: facts.nonce }),
  }
  const header = { typ: 'key-attestation+jwt', alg: 'ES256', kid: readText(provider.kid) }
  return writeJws(steps.attestationHeader(header), steps.attestation(claims, facts), provider)
}

/** The encryption of the response that is asked for; nothing, where the wallet does not ask. */
export function chooseEncryption({ steps, facts: { metadata } }: VciWalletContext, key: Jwk): JsonObject {
  const announced = metadata.credential_response_encryption
  if (!steps.asksEncryption(metadata) || !isObject(announced)) return {}
  const { alg_values_supported: algs, enc_values_supported: encs } = announced
  const enc = ['A256GCM', 'A128GCM'].find((each) => Array.isArray(encs) && encs.includes(each))
  if (!Array.isArray(algs) || !algs.includes('ECDH-ES') || enc === undefined)
    return refuseOffer('responses are encrypted by algorithms that the wallet does not have')
  const jwk = { ...toPublicPart(key), use: 'enc', alg: 'ECDH-ES', kid: 'response-key' }
  return { credential_response_encryption: { jwk, enc } }
}

/** Writes a request with parameters, encrypted if it has to be. */
export function writeRequest(
  { steps, facts: { metadata }, random }: VciWalletContext,
  url: string,
  content: JsonObject,
): HttpRequest {
  const text = JSON.stringify(content)
  if (!URL.canParse(url)) refuseOffer('there is no endpoint')
  const headers = { accept: 'application/json, application/jwt' }
  if (!steps.encrypts(content, metadata))
    return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body: text }
  const chosen = chooseRequestEncryption(steps.readEncryption(metadata.credential_request_encryption))
  if (!chosen) return refuseOffer('there is no key for requests')
  const header = steps.encryptionHeader(chosen.header)
  const body = writeJwe({ plaintext: text, key: chosen.key, header, random: steps.encryptionRandom(random) })
  return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/jwt' }, body }
}
