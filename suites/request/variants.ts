import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { CertificateDraft } from '../../protocol/x509/certificate-write.ts'
import { change, drop, type Edit, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations } from '../kit/mutations.ts'

const { metadata, offer, request, response } = mutate

const text = fc.string({ minLength: 1, maxLength: 60 })
const twice = change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all] : all))
const further = (more: { readonly [member: string]: string }) =>
  change('/proof', (all) => (Array.isArray(all) ? [...all, more] : all))

/** Asks for a template, and for no dataset. */
const byTemplate: Edit = (all) =>
  put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all))

const inRequest = { decisions: { 'certificates.location': 'request' } }

const inCallback = { decisions: { 'certificates.location': 'callback' } }

const vouching = (how: (drafts: readonly CertificateDraft[]) => readonly CertificateDraft[]) =>
  changeResult('wallet', 'certifyKeys', how)

const attestsOne = mutate.attestationPayload(
  change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys)),
)

const alsoOffers = (name: string) =>
  combineMutations(
    offer(change('/credential_configuration_ids', (ids) => (Array.isArray(ids) ? [name, ...ids] : ids))),
    metadata(put(`/credential_configurations_supported/${name}`, { format: 'vc+sd-jwt' })),
  )

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('REQ', 'names the dataset with any text', valueFamily(text, (value) => request(put('/credential_identifier', value)))),
  variant('REQ', 'names a template', request(byTemplate)),
  variant('REQ', 'asks for no encryption', request(drop('/credential_response_encryption'))),
  variant('PROOF', 'proves with two attestations', request(change('/proof', (all) => (Array.isArray(all) ? [...all, ...all] : all)))),
  variant('PROOF', 'proves with a further type', request(further({ proof_type: 'jwt', jwt: 'eyJ9.eyJ9.AAAA' }))),
  variant('PROOF', 'proves with a further type, before the attestation', request(change('/proof', (all) => (Array.isArray(all) ? [{ proof_type: 'cose', cose: 'x' }, ...all] : all)))),
  variant('PROOF', 'proves with another type, where that will do', request(put('/proof', [{ proof_type: 'sd-jwt' }])), { decisions: { 'request.attestationNeeded': 'any-proof' } }),
  variant('PROOF', 'says more in its proof', request(put('/proof/0/x-note', { deep: [] }))),
  variant('RESP', 'delivers two credentials', response(twice)),
  variant('RESP', 'delivers under the name of the standard', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"Credential"', '"credential"'))))),
  variant('RESP', 'names the credential with any text, where nobody asked for a dataset', valueFamily(text, (value) => combineMutations(request(byTemplate), response(change('/credential_identifier', (own) => `${value}${own}`))))),
  variant('RESP', 'asks to be notified', response(put('/notification_id', 'n-1'))),
  variant('RESP', 'says more beside a credential', response(put('/credentials/0/display', { name: 'x' }))),


  ...markLive([
variant('REQ', 'names the template that was offered', request(byTemplate)),
  variant('REQ', 'names one of two templates that were offered', combineMutations(request(byTemplate), alsoOffers('second_credential'))),
  variant('REQ', 'asks for no encryption', request(drop('/credential_response_encryption'))),
  variant('CERT', 'encloses its certificates in another order', vouching((all) => all.toReversed()), inRequest),
  variant('CERT', 'encloses its certificates as texts', request(change('/credentials', (all) => (Array.isArray(all) ? all.map((each) => (each as JsonObject).Credential ?? null) : all))), inRequest),
  variant('CERT', 'has its certificates issued by somebody else', vouching((all) => all.map((draft) => ({ ...draft, issuer: 'Test authority' }))), inRequest),
  variant('CERT', 'encloses certificates for one key that it attests', combineMutations(attestsOne, vouching((all) => all.slice(0, 1))), inRequest),
  variant('CERT', 'has its certificates delivered before the credentials', mutate.callback(change('/credentials', (all) => (Array.isArray(all) ? all.toReversed() : all))), inCallback),
  variant('CERT', 'has its certificates delivered beside credentials in clear', {}, { decisions: { ...inCallback.decisions, 'callback.credentialForm': 'plain' } }),
  variant('CERT', 'has its certificates delivered beside a sealed response', {}, { decisions: { ...inCallback.decisions, 'callback.credentialForm': 'encrypted' } }),
  variant('CERT', 'says the algorithm beside the key', {}, { decisions: { ...inRequest.decisions, 'encryption.keyAlg': 'sibling' } }),
  variant('RESP', 'says more than it was asked for', response(put('/notification_id', 'n-1'))),
]),
]
