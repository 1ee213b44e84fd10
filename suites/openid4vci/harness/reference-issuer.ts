import type { EndpointHandler } from '../../../model/wire.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { drawOctets } from '../../../src/runtime/random.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost } from '../../sd-jwt/test-authority.ts'
import { createVciIssuer } from '../actors/issuer.ts'
import { makeUsualSteps } from '../actors/steps.ts'
import { toPublicPart } from '../actors/wallet/context.ts'
import type { IssuerMutation } from '../issuer-changes.ts'

/** The key of the provider of wallets that the reference issuer trusts. It is public, and for tests alone. */
export const providerKey: Jwk = { ...keys.other, alg: 'ES256', kid: 'wallet-provider' }

/** Its public half. */
export const providerPublicKey: Jwk = { ...toPublic(keys.other), alg: 'ES256', kid: 'wallet-provider' }

/** The same, with a certificate of the key. */
export const certifiedProviderKey: Jwk = {
  ...providerKey,
  x5c: [certifyHost('wallet-provider.example', toPublic(keys.other)).toString('base64')],
}

/** The private key of the reference issuer for encrypted requests. It is public as well. */
export const requestKey = { ...keys.holder, kid: 'request-key' }

/** The path of the reference issuer below its origin. */
export const vciPath = '/vci'

export interface ReferenceVciIssuer {
  /** Its identifier. */
  readonly id: string
  /** Where it gives offers. */
  readonly offers: string
  readonly handle: EndpointHandler
}

/** An issuer of OpenID4VCI 1.0 that does everything right, or one thing otherwise. */
export function createReferenceVciIssuer(
  origin: string,
  now: () => number,
  change: IssuerMutation = (steps) => steps,
  encryption: Jwk = requestKey,
): ReferenceVciIssuer {
  const id = `${origin}${vciPath}`
  const steps = change(
    makeUsualSteps({ ...toPublicPart(encryption), kid: encryption.kid ?? '', use: 'enc', alg: 'ECDH-ES' }),
  )
  const handle = createVciIssuer({
    base: id,
    steps,
    random: drawOctets,
    now,
    keys: { signing: keys.issuer, encryption, provider: toPublic(keys.other) },
  })
  return { id, offers: `${id}/offer`, handle }
}
