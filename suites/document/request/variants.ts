import * as fc from 'fast-check'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { change, drop, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate, requestOfferedTemplate, returnCredentials } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { changeCertificates, inCallback, inRequest } from './faults.ts'

const { metadata, offer, request, response } = mutate

/** A credential of another format: a map with `issuerAuth`, whose structure the document does not define. */
const mdoc = Buffer.from(`\xa1\x6aissuerAuth\x80`, 'latin1').toString('base64url')
const text = fc.string({ minLength: 1, maxLength: 60 })
const repeatCredentials = change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all] : all))
const addProof = (more: { readonly [member: string]: string }) =>
  change('/proof', (all) => (Array.isArray(all) ? [...all, more] : all))

const attestOneKey = mutate.attestationPayload(
  change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys)),
)

const offerAnother = (name: string) =>
  combineMutations(
    offer(change('/credential_configuration_ids', (ids) => (Array.isArray(ids) ? [...ids, name] : ids))),
    metadata(put(`/credential_configurations_supported/${name}`, { format: 'vc+sd-jwt' })),
  )

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('REQ', 'sends any string as `credential_identifier`', valueFamily(text, (value) => request(put('/credential_identifier', value)))),
  variant('REQ', 'sends a configuration ID', requestOfferedTemplate),
  variant('REQ', 'requests no encryption', request(drop('/credential_response_encryption'))),
  variant('PROOF', 'sends two attestations', request(change('/proof', (all) => (Array.isArray(all) ? [...all, ...all] : all)))),
  variant('PROOF', 'sends a further proof of another type', request(addProof({ proof_type: 'jwt', jwt: 'eyJ9.eyJ9.AAAA' }))),
  variant('PROOF', 'sends a proof of another type before the attestation', request(change('/proof', (all) => (Array.isArray(all) ? [{ proof_type: 'cose', cose: 'x' }, ...all] : all)))),
  variant('PROOF', 'sends only a proof of another type, where that is enough', request(put('/proof', [{ proof_type: 'sd-jwt' }])), { decisions: { 'request.attestationNeeded': 'any-proof' } }),
  variant('PROOF', 'sends an unknown member in its proof', request(put('/proof/0/x-note', { deep: [] }))),
  variant('RESP', 'returns two credentials', response(repeatCredentials)),
  variant('RESP', 'returns `credential` instead of `Credential`', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"Credential"', '"credential"'))))),
  variant('RESP', 'returns any string as the credential ID, if the request has no credential identifier', valueFamily(text, (value) => combineMutations(requestOfferedTemplate, response(change('/credential_identifier', (own) => `${value}${own}`))))),
  variant('RESP', 'returns its credentials in a list of strings, where that was agreed', {}, { decisions: { 'response.credentialField': 'none' } }),
  variant('RESP', 'returns a `notification_id`', response(put('/notification_id', 'n-1'))),
  variant('RESP', 'returns an unknown member beside a credential', response(put('/credentials/0/display', { name: 'x' }))),

  ...markLive([
  variant('REQ', 'sends the configuration ID that was offered', requestOfferedTemplate),
  variant('REQ', 'sends one of two configuration IDs that were offered', combineMutations(requestOfferedTemplate, offerAnother('second_credential'))),
  variant('REQ', 'requests no encryption', request(drop('/credential_response_encryption'))),
  variant('CERT', 'sends its certificates in another order', changeCertificates((all) => all.toReversed()), inRequest),
  variant('CERT', 'sends its certificates as strings', request(change('/credentials', (all) => (Array.isArray(all) ? all.map((each) => (each as JsonObject).Credential ?? null) : all))), inRequest),
  variant('CERT', 'has its certificates issued by another authority', changeCertificates((all) => all.map((draft) => ({ ...draft, issuer: 'Test authority' }))), inRequest),
  variant('CERT', 'attests one key and sends one certificate', combineMutations(attestOneKey, changeCertificates((all) => all.slice(0, 1))), inRequest),
  variant('CERT', 'has its certificates before the credentials in the callback', mutate.callback(change('/credentials', (all) => (Array.isArray(all) ? all.toReversed() : all))), inCallback),
  variant('CERT', 'has its certificates beside unencrypted credentials in the callback', {}, { decisions: { ...inCallback.decisions, 'callback.credentialForm': 'plain' } }),
  variant('CERT', 'has its certificates beside the encrypted response in the callback', {}, { decisions: { ...inCallback.decisions, 'callback.credentialForm': 'encrypted' } }),
  variant('CERT', 'sends `alg` beside the key', {}, { decisions: { ...inRequest.decisions, 'encryption.keyAlg': 'sibling' } }),
  variant('RESP', 'returns an unknown member', response(put('/notification_id', 'n-1'))),
  variant('RESP', 'returns an mDOC beside its credentials', returnCredentials((all) => [...all, mdoc])),
]),
]
