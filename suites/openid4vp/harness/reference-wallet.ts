import { X509Certificate } from 'node:crypto'
import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { hide } from '../../../protocol/sd-jwt/hide-claims.ts'
import { drawOctets } from '../../../src/runtime/random.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { makeVcSample } from '../../sd-jwt-vc/sample.ts'
import { paymentType, usualVpWalletSteps } from '../actors/wallet/steps.ts'
import { answerRequest } from '../actors/wallet/wallet.ts'
import type { DcHandover, VpWalletEnd, VpWalletSteps } from '../actors/wallet-steps.ts'
import { membershipType } from '../actors/write-request.ts'
import type { PresenterMutation } from '../wallet/faults.ts'

export type PresentingWallet = (request: string | DcHandover) => Promise<VpWalletEnd>

/** The transaction data whose type the reference wallet knows. */
export const knownTransaction: JsonObject = { type: paymentType, payee: 'Example shop', amount: '12.30 EUR' }

const day = 86_400

/** The credential that the reference wallet has. */
export function issueMembership(now: number, { credentialHeader: header, credentialClaims }: VpWalletSteps): string {
  return makeVcSample({
    header,
    claims: ({ age: _, languages: __, ...all }) => ({
      ...all,
      ...credentialClaims({ vct: membershipType, iat: now - day, exp: now + 30 * day }),
      family_name: hide('Example'),
      birthdate: hide('1990-02-03'),
    }),
    binding: null,
  }).text
}

/** A wallet of OpenID4VP 1.0 that does everything right, or one thing otherwise. */
export const createReferenceVpWallet = (
  send: (request: HttpRequest) => Promise<HttpResponse>,
  now: () => number,
  change: PresenterMutation = (steps) => steps,
  readCertificate?: () => CertificateFault | undefined,
): PresentingWallet => {
  const steps = change(usualVpWalletSteps)
  const options = {
    steps,
    ...{ send, now, random: drawOctets },
    credential: issueMembership(now(), steps),
    holderKey: keys.holder,
    ...(readCertificate && { readCertificate }),
    anchors: [new X509Certificate(testAuthority).toString()],
  }
  return (request) => answerRequest(options, request)
}
