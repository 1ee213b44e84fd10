import type { CertificateFault } from '../../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { VpWalletFacts, VpWalletSteps, VpWalletValidationName } from '../wallet-steps.ts'

/** What a reference wallet of OpenID4VP 1.0 needs. */
export interface VpWalletOptions {
  readonly steps: VpWalletSteps
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  readonly random: (octets: number) => Buffer
  /** Seconds since 1970. */
  readonly now: () => number
  /** The SD-JWT VC that it holds. */
  readonly credential: string
  readonly holderKey: Jwk
  /** PEM certificates of the authorities that certify verifiers. */
  readonly anchors: readonly string[]
  /** What is wrong with the certificate of the verifier; absent where the connection says it. */
  readonly readCertificate?: () => CertificateFault | undefined
}

/** A wallet at work on one request. */
export interface VpWalletContext extends VpWalletOptions {
  facts: VpWalletFacts
}

/** Why a wallet presents nothing, with the code of an error if it sends one. */
export class PresentationRefusal extends Error {
  override readonly name = 'PresentationRefusal'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export function refuseRequest(message: string, code?: string): never {
  throw new PresentationRefusal(message, code)
}

/** Codes of errors. Where there is none, the address to which an error would be sent is not to be trusted. */
const codes: { readonly [K in VpWalletValidationName]?: string } = {
  'origin-expected': 'invalid_request',
  'redirect-absent': 'invalid_request',
  'nonce-present': 'invalid_request',
  'response-type-known': 'unsupported_response_type',
  'transaction-known': 'invalid_transaction_data',
  'query-known': 'invalid_request',
}

/** Goes no further where one of these validations does not hold. */
export function validateRequest({ steps, facts }: VpWalletContext, names: readonly VpWalletValidationName[]): void {
  const broken = names.find((name) => !steps.validations[name](facts))
  if (broken !== undefined) refuseRequest(`${broken} does not hold`, codes[broken])
}

/** Sends one request, and follows a redirect where the steps say so. */
export async function callVerifier(
  { steps, send, facts, readCertificate }: VpWalletContext,
  request: HttpRequest,
): Promise<HttpResponse> {
  const wrong = readCertificate?.()
  if (wrong !== undefined && !steps.trusts(wrong)) refuseRequest(`the certificate is ${wrong}`)
  const sent = steps.send(request, facts)
  const response = await send(sent)
  const { location } = response.headers
  const isMoved = response.status >= 300 && response.status <= 399 && location !== undefined
  if (!isMoved || !steps.followsRedirects) return response
  return send({ ...sent, url: new URL(location, sent.url).href })
}
