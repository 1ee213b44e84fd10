import { type Variant, variant } from '../../src/model/fault.ts'
import { drop, message, put } from '../deviations.ts'
import { strangerSeal } from '../stranger.ts'

const configure = message.configResponse
const extended = { given: { 'config.fields': 'extended' } }

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('CFG', 'gives values that nobody agreed on', configure(put('/secret', 12))),
  variant('CFG', 'gives the key of this session alone', configure(put('/credential_request_encryption_key', strangerSeal)), extended),
  variant('CFG', 'gives its address with a slash and in capitals', configure(put('/redirect_uri', 'IdentityApp://credential-request/')), extended),
  variant('CFG', 'gives a secret that is short enough to be anywhere', configure(put('/secret', 'e')), extended),
  variant('CFG', 'is followed by a request for a template', message.request((all) => put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all)))),
]
