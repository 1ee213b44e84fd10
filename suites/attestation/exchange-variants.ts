import { type Variant, variant } from '../../src/model/fault.ts'
import { change, instead, message, put } from '../deviations.ts'

const algorithms = '/credential_configurations_supported/identity_credential/proof_types_supported'

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('ATT', 'attests one key', message.attestationPayload(change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys)))),
  variant('ATT', 'says more of its keys', message.attestationPayload(change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.map((key) => ({ ...(key as object), use: 'sig' })) : keys)))),
  variant('ATT', 'hands out its credentials in another order', instead('issuer', 'respond', (honest) => (session, request, all) => honest(session, request, all.toReversed()))),
  variant('ATT', 'announces what its wallets sign with, among others', message.metadata(put(algorithms, { attestation: { proof_signing_alg_values_supported: ['ES384', 'ES256'] }, jwt: { proof_signing_alg_values_supported: ['EdDSA'] } }))),
  variant('ATT', 'announces only what no wallet may sign with', message.metadata(put(algorithms, { attestation: { proof_signing_alg_values_supported: ['ES384'] } }))),
]
