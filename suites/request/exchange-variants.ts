import { type Variant, variant } from '../../src/model/fault.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { CertificateDraft } from '../../src/protocol/x509-write.ts'
import { after, both, change, drop, message, put } from '../deviations.ts'

const { metadata, offer, request, response } = message

const byTemplate = request((all) =>
  put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all)),
)
const inRequest = { given: { 'certificates.location': 'request' } }
const inCallback = { given: { 'certificates.location': 'callback' } }
const vouching = (how: (drafts: readonly CertificateDraft[]) => readonly CertificateDraft[]) =>
  after('wallet', 'vouch', how)
const attestsOne = message.attestationPayload(
  change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys)),
)
const alsoOffers = (name: string) =>
  both(
    offer(change('/credential_configuration_ids', (ids) => (Array.isArray(ids) ? [name, ...ids] : ids))),
    metadata(put(`/credential_configurations_supported/${name}`, { format: 'vc+sd-jwt' })),
  )

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('REQ', 'names the template that was offered', byTemplate),
  variant('REQ', 'names one of two templates that were offered', both(byTemplate, alsoOffers('second_credential'))),
  variant('REQ', 'asks for no encryption', request(drop('/credential_response_encryption'))),
  variant('CERT', 'encloses its certificates in another order', vouching((all) => all.toReversed()), inRequest),
  variant('CERT', 'encloses its certificates as texts', request(change('/credentials', (all) => (Array.isArray(all) ? all.map((each) => (each as JsonObject).Credential ?? null) : all))), inRequest),
  variant('CERT', 'has its certificates issued by somebody else', vouching((all) => all.map((draft) => ({ ...draft, issuer: 'Test authority' }))), inRequest),
  variant('CERT', 'encloses certificates for one key that it attests', both(attestsOne, vouching((all) => all.slice(0, 1))), inRequest),
  variant('CERT', 'has its certificates delivered before the credentials', message.callback(change('/credentials', (all) => (Array.isArray(all) ? all.toReversed() : all))), inCallback),
  variant('CERT', 'has its certificates delivered beside credentials in clear', {}, { given: { ...inCallback.given, 'callback.credentialForm': 'plain' } }),
  variant('CERT', 'has its certificates delivered beside a sealed response', {}, { given: { ...inCallback.given, 'callback.credentialForm': 'encrypted' } }),
  variant('CERT', 'says the algorithm beside the key', {}, { given: { ...inRequest.given, 'encryption.keyAlg': 'sibling' } }),
  variant('RESP', 'says more than it was asked for', response(put('/notification_id', 'n-1'))),
]
