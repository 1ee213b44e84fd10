import type { CertificateFault } from '../../../model/probe.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { FetchList, VpTrust, VpVerifierSteps } from './verifier-steps.ts'

/** What a reference verifier of OpenID4VP 1.0 needs. */
export interface VpVerifierOptions {
  /** The URL below which all its endpoints are. */
  readonly base: string
  readonly steps: VpVerifierSteps
  readonly random: (octets: number) => Buffer
  /** Seconds since 1970. */
  readonly now: () => number
  /** Private keys of the verifier. */
  readonly keys: { readonly signing: Jwk; readonly encryption: Jwk }
  /** The party that attests verifiers: its private key, and its certificates in DER. */
  readonly attester: { readonly key: Jwk; readonly certificates: readonly Buffer[] }
  readonly makeKey: () => Jwk
  /** Its certificates, in DER, its own first. */
  readonly certificates: readonly Buffer[]
  /** Its other client, under authorities that no wallet knows: its private key, and its certificate in DER. */
  readonly otherClient: { readonly key: Jwk; readonly certificate: Buffer }
  readonly trusted: VpTrust
  /** What is wrong with the certificate of a status service; absent where the connection says it. */
  readonly readCertificate?: () => CertificateFault | undefined
  /** An issuer that is trusted by the keys that it publishes. */
  readonly published?: string
  /** How status lists and the metadata of issuers are fetched; absent where none is. */
  readonly fetchList?: FetchList
}

/** One session of a verifier. */
export interface VpSession {
  readonly id: string
  readonly nonce: string
  /** How many sessions came before. */
  readonly count: number
  /** The private key to which its response is encrypted. */
  readonly key: Jwk
  /** The parameters of its request. */
  parameters: JsonObject
  /** What became of the response; absent until there is one. */
  isAccepted?: boolean
}
