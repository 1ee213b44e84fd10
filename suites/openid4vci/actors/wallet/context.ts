import type { CertificateFault } from '../../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { isObject, type JsonObject, parseTolerantly } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { VciEndpoint } from '../issuer-steps.ts'
import type { VciWalletFacts, VciWalletInstance, VciWalletSteps, VciWalletValidationName } from '../wallet-steps.ts'

/** What a reference wallet of OpenID4VCI 1.0 needs. */
export interface VciWalletOptions {
  readonly steps: VciWalletSteps
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  readonly random: (octets: number) => Buffer
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  /** What is wrong with the certificate of the issuer; absent where the connection says it. */
  readonly readCertificate?: () => CertificateFault | undefined
  /** Makes a private key for ES256. */
  readonly makeKey: () => Jwk
  /** The private key of its provider, for key attestations. */
  readonly provider: Jwk
  /** The roots that certify issuers of mdocs, as PEM. */
  readonly anchors: readonly string[]
}

/** A wallet at work on one offer. */
export interface VciWalletContext extends VciWalletOptions {
  facts: VciWalletFacts
  /** The key to which its access token is bound, where the authorization server does that. */
  dpopKey?: Jwk
  /** How it authenticates itself, where the authorization server has that. */
  instance?: VciWalletInstance
  /** The challenges that the authorization server gave for that. */
  readonly challenges: string[]
  /** Nonces for proofs of that key, by origin. */
  readonly dpopNonces: Map<string, string>
}

/** Why a wallet goes no further. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
}

export function refuseOffer(message: string): never {
  throw new WalletRefusal(message)
}

/** Goes no further where one of these validations does not hold. */
export function validate({ steps, facts }: VciWalletContext, ...names: readonly VciWalletValidationName[]): void {
  const broken = names.find((name) => !steps.validations[name](facts))
  if (broken !== undefined) refuseOffer(`${broken} does not hold`)
}

/** Sends one request. */
export async function callIssuer(
  { steps, send, facts, dpopNonces, readCertificate }: VciWalletContext,
  endpoint: VciEndpoint,
  request: HttpRequest,
): Promise<HttpResponse> {
  const wrong = readCertificate?.()
  if (wrong !== undefined && !steps.trusts(wrong)) refuseOffer(`the certificate is ${wrong}`)
  const sent = steps.send(request, endpoint, facts)
  for (const each of steps.sendBefore(sent, endpoint)) await send(each)
  const response = await send(sent)
  // The nonce endpoint may give one, too (OpenID4VCI 1.0, section 7.2).
  const nonce = response.headers['dpop-nonce']
  if (nonce !== undefined) dpopNonces.set(new URL(request.url).origin, nonce)
  return response
}

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299

/** The JSON object in a body; nothing, if there is none. */
export function readContent(body: string): JsonObject | undefined {
  const read = attempt(() => parseTolerantly(body.trim()))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}

export const toPublicPart = ({ kty = '', crv = '', x = '', y = '' }: Jwk): Jwk => ({ kty, crv, x, y })

export const findMediaType = ({ headers }: HttpResponse): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
