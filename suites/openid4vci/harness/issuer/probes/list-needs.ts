import { type JsonObject, readText } from '../../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../../protocol/encoding/problem.ts'
import { chooseRequestEncryption } from '../../../../../protocol/jose/agreed-encryption.ts'
import type { Jwk } from '../../../../../protocol/jose/jwk.ts'
import { readJws } from '../../../../../protocol/jose/jws.ts'
import { type BroughtKeyName, broughtKeyNames } from '../../../../jose/brought-keys.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../../../../jose/wallet-algorithms.ts'
import { isRequired } from '../../../actors/is-required.ts'
import { type ProbeNeed, tokenProbes } from '../../../issuer-probes.ts'
import { canBring } from '../../authorization/authenticate-client.ts'
import { hasNonces } from '../dpop.ts'
import { isBound } from '../session.ts'
import type { Grant, TestWallet } from '../wallet.ts'
import {
  canEncryptRequests,
  chooseProofType,
  chooseResponseEncryption,
  findUngranted,
  findUnoffered,
  readBatchSize,
} from '../write-request.ts'
import type { Played } from './played.ts'

/** Whether the authority of a key is beside it: only then is it visible that another one signed its certificate. */
const hasAuthority = ({ x5c }: Jwk): boolean => Array.isArray(x5c) && x5c.length > 1

/** What an issuer has, as far as probes need it. */
export function listNeeds(
  { issuer, grant, offer }: Played,
  { dpop, attestationKey }: TestWallet,
): ReadonlySet<ProbeNeed> {
  const { metadata } = issuer
  const chosen = chooseProofType(grant)
  const isJwt = chosen?.type === 'jwt'
  const size = readBatchSize(metadata)
  const hasDpop = dpop !== undefined && isBound(grant.type)
  const isNonced = hasNonces(dpop, readText(metadata.credential_endpoint))
  const [request, response] = ['credential_request_encryption', 'credential_response_encryption'] as const
  const hasAlgorithm = (alg: WalletAlgorithm): boolean => chosen?.others.includes(alg) === true
  const algorithms = Object.fromEntries(walletAlgorithms.map((alg) => [alg, hasAlgorithm(alg)]))
  const brought = Object.fromEntries(
    broughtKeyNames.map((name) => [
      `brings-${name}`,
      attestationKey !== undefined &&
        canBring(attestationKey, name) &&
        (name !== 'namesake' || hasAuthority(attestationKey)),
    ]),
  )
  const all: Readonly<Record<ProbeNeed, boolean>> = {
    ...(brought as Readonly<Record<`brings-${BroughtKeyName}`, boolean>>), // the keys of a closed table
    ...(algorithms as Readonly<Record<WalletAlgorithm, boolean>>), // the keys of a closed table
    jwt: isJwt,
    // Its identifier is more than the address of a host.
    path: isJwt && new URL(issuer.id).pathname.length > 1,
    proofs: chosen !== undefined,
    nonce: metadata.nonce_endpoint !== undefined,
    unoffered: offer.code !== undefined && findUnoffered(issuer, grant) !== undefined,
    ungranted: offer.code === undefined && findUngranted(issuer, grant) !== undefined,
    'jwt-token': isReadable(grant.token),
    'no-nonce': metadata.nonce_endpoint === undefined,
    // One key attestation may be about all keys: then several proofs are not needed.
    batch: isJwt && size >= 2 && !chosen.needsAttestation,
    several: isJwt && size < 50,
    'attestation-batch': isJwt && size >= 2 && chosen.needsAttestation,
    identifiers: grant.identifiers.length > 0,
    dpop: hasDpop,
    'dpop-nonces': hasDpop && isNonced,
    'dpop-times': hasDpop && !isNonced,
    attestation: isJwt && chosen.needsAttestation,
    'attestation-optional': isJwt && !chosen.needsAttestation,
    provider: attestationKey !== undefined,
    'attestation-alone': chosen?.type === 'attestation',
    'request-encryption': canEncryptRequests(metadata),
    'request-agreement': canEncryptRequests(metadata) && agreesOnKeys(metadata),
    'request-encryption-required': isRequired(metadata, request),
    'request-encryption-optional': canEncryptRequests(metadata) && !isRequired(metadata, request),
    // A request for an encrypted response is encrypted, where the issuer has a key (OpenID4VCI 1.0, section 8.2).
    'response-encryption':
      chooseResponseEncryption(metadata) !== undefined &&
      (metadata[request] === undefined || canEncryptRequests(metadata)),
    'response-encryption-required': isRequired(metadata, response),
  }
  return new Set((Object.keys(all) as ProbeNeed[]).filter((need) => all[need])) // the keys of a closed table
}

/** Whether requests are encrypted to a key that both sides agree on. */
const agreesOnKeys = ({ credential_request_encryption: announced }: JsonObject): boolean =>
  readText(chooseRequestEncryption(announced)?.header.alg).startsWith('ECDH-ES')

/** What may be wrong with the access token of a grant, as it is sent. */
export const listTokenProbes = ({ type, token, code }: Grant, { dpop: own }: TestWallet) =>
  tokenProbes
    .filter(({ dpop }) => dpop === undefined || (own !== undefined && isBound(type)))
    .filter(({ needs }) => needs === undefined || isReadable(token))
    .map(({ token: change, ...probe }) => ({ ...probe, ...(change && { token: change(token, code) ?? null }) }))

/** Whether an access token is a JWT. */
const isReadable = (token: string): boolean => 'value' in attempt(() => readJws(token))
