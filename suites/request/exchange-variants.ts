import { type Variant, variant } from '../../src/model/fault.ts'
import { both, change, drop, message, put } from '../deviations.ts'

const { metadata, offer, request, response } = message

const byTemplate = request((all) =>
  put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all)),
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
  variant('RESP', 'says more than it was asked for', response(put('/notification_id', 'n-1'))),
]
