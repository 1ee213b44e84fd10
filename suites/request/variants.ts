import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { both, change, drop, type Edit, message, put } from '../deviations.ts'
import { each } from '../family.ts'

const { request, response } = message

const text = fc.string({ minLength: 1, maxLength: 60 })
const twice = change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all] : all))
const further = (more: { readonly [member: string]: string }) =>
  change('/proof', (all) => (Array.isArray(all) ? [...all, more] : all))

/** Asks for a template, and for no dataset. */
const byTemplate: Edit = (all) =>
  put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('REQ', 'names the dataset with any text', each(text, (value) => request(put('/credential_identifier', value)))),
  variant('REQ', 'names a template', request(byTemplate)),
  variant('REQ', 'asks for no encryption', request(drop('/credential_response_encryption'))),
  variant('PROOF', 'proves with two attestations', request(change('/proof', (all) => (Array.isArray(all) ? [...all, ...all] : all)))),
  variant('PROOF', 'proves with a further type', request(further({ proof_type: 'jwt', jwt: 'eyJ9.eyJ9.AAAA' }))),
  variant('PROOF', 'proves with a further type, before the attestation', request(change('/proof', (all) => (Array.isArray(all) ? [{ proof_type: 'cose', cose: 'x' }, ...all] : all)))),
  variant('PROOF', 'proves with another type, where that will do', request(put('/proof', [{ proof_type: 'sd-jwt' }])), { given: { 'request.attestationNeeded': 'any-proof' } }),
  variant('PROOF', 'says more in its proof', request(put('/proof/0/x-note', { deep: [] }))),
  variant('RESP', 'delivers two credentials', response(twice)),
  variant('RESP', 'delivers under the name of the standard', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"Credential"', '"credential"'))))),
  variant('RESP', 'names the credential with any text, where nobody asked for a dataset', each(text, (value) => both(request(byTemplate), response(change('/credential_identifier', (own) => `${value}${own}`))))),
  variant('RESP', 'asks to be notified', response(put('/notification_id', 'n-1'))),
  variant('RESP', 'says more beside a credential', response(put('/credentials/0/display', { name: 'x' }))),
]
