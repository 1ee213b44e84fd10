import type { HttpRequest } from '../../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { chooseRequestEncryption } from '../../../../protocol/jose/agreed-encryption.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { jsonHeaders } from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { drawOctets } from '../../../../src/runtime/random.ts'
import { broughtKey, broughtKeys, nameSigner } from '../../../jose/brought-keys.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../../../jose/wallet-algorithms.ts'
import { swapCase } from '../../../kit/values.ts'
import { makeKey, signByMac, signText, type WalletKey, writeJwt, writePem } from '../../../oauth/harness/wallet-keys.ts'
import { toPublic } from '../../../sd-jwt/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { isRequired } from '../../actors/is-required.ts'
import type { RequestChange } from '../../issuer-probes.ts'
import type { WantedEncryption } from '../../session-checks.ts'
import type { FoundIssuer } from './find-issuer.ts'
import type { Grant, TestWallet } from './wallet.ts'

/** A credential request before it is sent. */
export interface PreparedRequest {
  readonly content: JsonObject
  /** The access token; absent for a request without one. */
  readonly token?: string
  /** The scheme of the access token; absent for its type. */
  readonly scheme?: string
  readonly isEncrypted: boolean
  readonly sealedHeader?: JsonObject
  readonly alters?: (jwe: string) => string
  readonly wanted?: WantedEncryption
  /** The keys of holders, with which proofs are signed. */
  readonly holders: readonly WalletKey[]
  /** Public keys for which credentials are wanted. */
  readonly keys: readonly Jwk[]
  /** The keys whose proofs are as they should be. */
  readonly soundKeys: readonly Jwk[]
  /** Whether nothing is wrong with its proofs. */
  readonly isSound: boolean
  readonly nonce?: string
}

interface Draft {
  readonly issuer: FoundIssuer
  readonly grant: Grant
  readonly wallet: TestWallet
  readonly change: RequestChange
  readonly nonce?: string
  /** The content, where it is not that of a credential request. */
  readonly body?: JsonObject
  /** The keys of holders, where they are not new. */
  readonly holders?: readonly WalletKey[] | undefined
}

const isChanged = ({
  header,
  claims,
  signer,
  jwt,
  attests,
  attestation,
  namesOther,
  isOneKey,
}: RequestChange): boolean =>
  [header, claims, signer, jwt, attests, attestation, namesOther, isOneKey].some((each) => each !== undefined)

/** Makes a request with as many keys and proofs as it needs. */
export function makeRequest(draft: Draft): PreparedRequest {
  const { issuer, grant, change, nonce, body } = draft
  const { proofs, holders } = body ? { proofs: {}, holders: [] } : makeProofs(draft)
  const keys = holders.map(({ publicKey }) => publicKey)
  const wanted = askEncryption(issuer.metadata, change)
  const [identifier] = grant.identifiers
  const usual = {
    ...(body ??
      (identifier === undefined || change.namesOther
        ? {
            credential_configuration_id:
              (change.namesOther && findUnoffered(issuer, grant)?.id) || grant.configurationId,
          }
        : { credential_identifier: identifier })),
    ...proofs,
    ...(wanted && { credential_response_encryption: { jwk: wanted.jwk, enc: wanted.enc } }),
  }
  const token = change.token ? change.token(grant.token, grant.code) : grant.token
  const isSound = !isChanged(change) && change.content === undefined
  return {
    content: (change.content ?? keep)(usual),
    isEncrypted:
      change.isEncrypted ??
      (isRequired(issuer.metadata, 'credential_request_encryption') || isWantedSafely(wanted, issuer)),
    ...{ holders, keys },
    soundKeys: isSound ? keys : change.changesFirst ? keys.slice(1) : keys.slice(0, -1),
    isSound,
    ...(change.sealedHeader && { sealedHeader: change.sealedHeader }),
    ...(change.alters && { alters: change.alters }),
    ...(wanted && { wanted }),
    ...(nonce !== undefined && { nonce }),
    ...(token !== undefined && { token }),
    ...(change.recasesScheme && { scheme: swapCase(grant.type) }),
  }
}

/** A configuration of the metadata, of the same format, that was not offered. Several may have one scope. */
export function findUnoffered({ metadata }: FoundIssuer, { configurationId, configuration, others }: Grant) {
  const { credential_configurations_supported: all } = metadata
  const { format, scope } = configuration
  const offered = [configurationId, ...others.map((each) => each.configurationId)]
  for (const [id, each] of Object.entries(isObject(all) ? all : {})) {
    const isOther = !offered.includes(id) && isObject(each) && each.format === format
    if (isOther && (scope === undefined || each.scope !== scope)) return { id, configuration: each }
  }
  return undefined
}

/** The same, where the token is for the scope of its credential alone: a server may grant more, and says so. */
export function findUngranted(issuer: FoundIssuer, grant: Grant): ReturnType<typeof findUnoffered> {
  const { configuration, identifiers, scope = configuration.scope } = grant
  return identifiers.length === 0 && scope === configuration.scope ? findUnoffered(issuer, grant) : undefined
}

const keep = <T>(value: T): T => value

/** Who asks for encryption encrypts the request as well, where that is possible. */
const isWantedSafely = (wanted: WantedEncryption | undefined, { metadata }: FoundIssuer): boolean =>
  wanted !== undefined && canEncryptRequests(metadata)

/** Whether the metadata has a key and algorithms by which requests can be encrypted here. */
export const canEncryptRequests = (metadata: JsonObject): boolean => encryptRequest('{}', metadata) !== undefined

/** Encrypts a request as the metadata says; nothing, if that is not possible. */
function encryptRequest(plaintext: string, metadata: JsonObject, header: JsonObject = {}): string | undefined {
  const chosen = chooseRequestEncryption(metadata.credential_request_encryption)
  if (!chosen) return undefined
  const written = attempt(() =>
    writeJwe({ plaintext, key: chosen.key, header: { ...chosen.header, ...header }, random: drawOctets }),
  )
  return 'value' in written ? written.value : undefined
}

/** The algorithms for an encrypted response that the wallet and the issuer have in common. */
export function chooseResponseEncryption(
  metadata: JsonObject,
): { readonly alg: string; readonly enc: string } | undefined {
  const announced = metadata.credential_response_encryption
  const { alg_values_supported: algs, enc_values_supported: encs } = isObject(announced) ? announced : {}
  const alg = pick(algs, ['ECDH-ES', 'ECDH-ES+A256KW', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'RSA-OAEP-256', 'RSA-OAEP'])
  const enc = pick(encs, ['A256GCM', 'A128GCM', 'A192GCM', 'A256CBC-HS512', 'A128CBC-HS256', 'A192CBC-HS384'])
  return alg === undefined || enc === undefined ? undefined : { alg, enc }
}

/** RSA keys are not drawn: it takes long, and no seed gives the same again. What is encrypted to this one is not secret. */
const rsaKey = { publicKey: toPublic(keys.rsa), privateKey: keys.rsa as Jwk }

/** Asks for encryption where it is required, or where a change wants it. */
function askEncryption(metadata: JsonObject, { asks }: RequestChange): WantedEncryption | undefined {
  if (!asks && !isRequired(metadata, 'credential_response_encryption')) return undefined
  const chosen = chooseResponseEncryption(metadata)
  if (!chosen) return stop('responses are encrypted with algorithms that Assay does not support')
  const { publicKey, privateKey } = chosen.alg.startsWith('RSA') ? rsaKey : makeKey('ES256')
  const jwk = { ...publicKey, use: 'enc', alg: chosen.alg, kid: 'response-key' }
  const wanted = (asks ?? keep)({ jwk, enc: chosen.enc })
  return { jwk: isObject(wanted.jwk) ? wanted.jwk : jwk, enc: readText(wanted.enc), privateKey }
}

const includes = (list: JsonValue | undefined, each: string): boolean => Array.isArray(list) && list.includes(each)

const pick = <T extends string>(list: JsonValue | undefined, known: readonly T[]): T | undefined =>
  known.find((each) => includes(list, each))

/** The proof type and the algorithm that the wallet and a configuration have in common. */
export function chooseProofType({ configuration: { proof_types_supported: types } }: Grant, wanted?: WalletAlgorithm) {
  if (!isObject(types)) return undefined
  const [type, described] =
    ['jwt', 'attestation'].map((name) => [name, types[name]] as const).find(([, each]) => isObject(each)) ?? []
  if (type === undefined || !isObject(described))
    return stop('the credential needs a proof of a type that Assay does not support')
  const announced = walletAlgorithms.filter((each) => includes(described.proof_signing_alg_values_supported, each))
  const alg = wanted ?? announced[0]
  if (alg === undefined) return stop('the credential needs a proof with an algorithm that Assay does not support')
  return {
    type,
    alg,
    others: announced.slice(1),
    needsAttestation: type === 'attestation' || described.key_attestations_required !== undefined,
  }
}

/** How many proofs an issuer takes at once. */
export function readBatchSize({ batch_credential_issuance: batch }: JsonObject): number {
  const size = isObject(batch) ? batch.batch_size : 1
  return typeof size === 'number' && size >= 1 ? size : 1
}

/** Of the largest batch that is sent. */
const mostProofs = 50

function makeProofs(draft: Draft): { readonly proofs: JsonObject; readonly holders: readonly WalletKey[] } {
  const { grant, issuer, change } = draft
  const chosen = chooseProofType(grant, change.alg)
  if (!chosen) return { proofs: {}, holders: [] }
  const wanted = change.count ?? 1
  const count = Math.min(Number.isFinite(wanted) ? wanted : readBatchSize(issuer.metadata) + 1, mostProofs)
  const only = change.isOneKey ? makeKey(chosen.alg) : undefined
  const holders = draft.holders ?? Array.from({ length: count }, () => only ?? makeKey(chosen.alg))
  const publicKeys = holders.map(({ publicKey }) => publicKey)
  if (chosen.type === 'attestation')
    return { proofs: { proofs: { attestation: [attest(draft, publicKeys, change.attestation)] } }, holders }
  const { alg, needsAttestation } = chosen
  const proven = change.attests === 'both' ? holders.slice(0, 1) : holders
  const changed = change.changesFirst ? 0 : proven.length - 1
  const jwt = proven.map((key, i) =>
    writeProof({ ...draft, key, alg, isChanged: i === changed, needsAttestation, attested: publicKeys }),
  )
  return { proofs: { proofs: { jwt } }, holders }
}

interface ProofDraft extends Draft {
  readonly key: WalletKey
  readonly alg: WalletAlgorithm
  readonly isChanged: boolean
  readonly needsAttestation: boolean
  /** All keys of the request. */
  readonly attested: readonly Jwk[]
}

function writeProof({ key, alg, isChanged: isThis, needsAttestation, attested: all, ...draft }: ProofDraft): string {
  const { issuer, wallet, nonce } = draft
  const change: RequestChange = isThis ? draft.change : {}
  const { header = keep, claims = keep, signer, jwt = keep, attests, attestation } = change
  const attested = attests === 'both' ? all : [attests === 'other' ? makeKey(alg).publicKey : key.publicKey]
  const usualHeader = {
    typ: 'openid4vci-proof+jwt',
    alg,
    jwk: key.publicKey,
    ...((needsAttestation || attests) && { key_attestation: attest(draft, attested, attestation) }),
  }
  const usualClaims = { aud: issuer.id, iat: wallet.now(), ...(nonce !== undefined && { nonce }) }
  const sign = (input: string): Buffer => {
    if (signer === 'none') return Buffer.alloc(0)
    if (signer === 'mac') return signByMac(input, JSON.stringify(key.publicKey))
    if (signer === 'mac-pem') return signByMac(input, writePem(key.publicKey))
    return signText(alg, input, signer === 'other' ? makeKey(alg).privateKey : key.privateKey)
  }
  return jwt(writeJwt(header(usualHeader, key.privateKey), claims(usualClaims), sign))
}

/** Seconds for which a key attestation is good. */
const lifetime = 3600

function attest(
  { wallet: { attestationKey, now }, nonce }: Draft,
  keys: readonly Jwk[],
  { header: changeHeader = keep, claims: changeClaims = keep, isForged, brings }: RequestChange['attestation'] = {},
): string {
  if (!attestationKey && !isForged)
    return stop('the credential needs a key attestation: pass the key of its provider with --attestation-key')
  const alg = (!brings && walletAlgorithms.find((each) => each === attestationKey?.alg)) || 'ES256'
  const names = nameSigner(attestationKey ?? {})
  const header = { typ: 'key-attestation+jwt', alg, ...(brings ? broughtKeys[brings].write(names) : names) }
  const claims = {
    iat: now(),
    exp: now() + lifetime,
    attested_keys: [...keys],
    key_storage: ['iso_18045_high'],
    user_authentication: ['iso_18045_high'],
    ...(nonce !== undefined && { nonce }),
  }
  const signer = brings ? broughtKey : isForged || !attestationKey ? makeKey(alg).privateKey : attestationKey
  return writeJwt(changeHeader(header), changeClaims(claims), (input) => signText(alg, input, signer))
}

/** Writes a request, encrypted if it has to be. */
export function writeRequest(
  url: string,
  { content, token, scheme, isEncrypted, sealedHeader, alters = keep }: PreparedRequest,
  { metadata }: FoundIssuer,
  { type }: Grant,
): HttpRequest {
  const authorization = token === undefined ? {} : { authorization: `${scheme ?? type} ${token}` }
  const text = JSON.stringify(content)
  if (!isEncrypted) return { method: 'POST', url, headers: { ...jsonHeaders, ...authorization }, body: text }
  const jwe = encryptRequest(text, metadata, sealedHeader)
  if (jwe === undefined)
    return stop('requests have to be encrypted with a key or an algorithm that Assay does not support')
  const body = alters(jwe)
  return { method: 'POST', url, headers: { ...jsonHeaders, 'content-type': 'application/jwt', ...authorization }, body }
}
