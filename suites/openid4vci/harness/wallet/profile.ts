import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { preAuthorizedGrant } from '../../actors/names.ts'
import { issueMdocs } from '../../issued-mdoc.ts'
import { changeConfiguration, combine, type IssuerMutation } from '../../issuer-changes.ts'
import { requirements } from '../../requirements.ts'
import { compareClients } from '../../wallet/attestation-checks.ts'
import { walletFaults } from '../../wallet/faults.ts'
import { usualSessions, walletProbes } from '../../wallet/probes.ts'
import { walletVariants } from '../../wallet/variants.ts'
import type { WalletProfile } from './wallet-profile.ts'

/**
 * Takes proofs by more algorithms than the reference issuer, and key attestations by any provider. It offers the grant
 * of pre-authorized codes alone: of several, a wallet may choose one that takes a browser.
 */
const welcome: IssuerMutation = (steps) => {
  const algorithms = { proof_signing_alg_values_supported: ['ES256', 'ES384', 'EdDSA'] }
  const types = changeConfiguration({ proof_types_supported: { jwt: algorithms, attestation: algorithms } })
  const validations = { ...steps.validations, 'attestation-good': () => true }
  const offer = (content: JsonObject): JsonObject => {
    const { [preAuthorizedGrant]: grant = {} } = Object(content.grants)
    return { ...steps.offer(content), grants: { [preAuthorizedGrant]: grant } }
  }
  return types({ ...steps, validations, offer })
}

/** OpenID4VCI 1.0 alone. */
export const walletProfile: WalletProfile = {
  suite: 'openid4vci-1.0',
  rows: requirements,
  issuer: welcome,
  hasCertificate: false,
  sessions: usualSessions,
  probes: walletProbes,
  checks: { sessions: compareClients },
  reference: {
    name: 'a wallet of OpenID4VCI 1.0',
    change: (steps) => steps,
    faults: walletFaults,
    variants: walletVariants,
  },
}

/** The same for wallets of mdocs: what is wrong with an SD-JWT is not played. */
export const makeMdocProfile = (profile: WalletProfile = walletProfile): WalletProfile => ({
  ...profile,
  issuer: combine(profile.issuer, issueMdocs()),
  probes: profile.probes.filter(({ needsSdJwt }) => needsSdJwt !== true),
})
