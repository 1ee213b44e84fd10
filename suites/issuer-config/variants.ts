import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import { change, drop, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { unrelatedRsaKey } from '../kit/unrelated-keys.ts'

const ask = mutate.configRequest
const text = fc.string({ minLength: 1, maxLength: 60 })

const configure = mutate.configResponse

const extended = { decisions: { 'config.fields': 'extended' } }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CFG', 'names its device with any text', valueFamily(text, (value) => ask(put('/device_id', value)))),
  variant('CFG', 'names its device with one character', ask(put('/device_id', '0'))),
  variant('CFG', 'names the dataset with any text', valueFamily(text, (value) => configure(change('/credential_identifier', (own) => `${value}${own}`)))),
  variant('CFG', 'names the dataset with a URN', configure(change('/credential_identifier', (own) => `urn:uuid:${own}`))),
  variant('CFG', 'gives any nonce', valueFamily(text, (value) => configure(change('/nonce', (own) => `${value}${own}`)))),
  variant('CFG', 'also gives the six values of the sequence', configure((all) => ({
    ...(all as object), // an object, as it is in every honest answer
    'pre-authorized_code': 'code', secret: 'secret', c_nonce: 'c-nonce', access_token: 'token',
    credential_request_encryption_key: { kty: 'RSA' }, redirect_uri: 'identityapp://credential-request',
  }))),


  ...markLive([
variant('CFG', 'gives values that nobody agreed on', configure(put('/secret', 12))),
  variant('CFG', 'gives the key of this session alone', configure(put('/credential_request_encryption_key', unrelatedRsaKey)), extended),
  variant('CFG', 'gives its address with a slash and in capitals', configure(put('/redirect_uri', 'IdentityApp://credential-request/')), extended),
  variant('CFG', 'gives a secret that is short enough to be anywhere', configure(put('/secret', 'e')), extended),
  variant('CFG', 'is followed by a request for a template', mutate.request((all) => put('/credential_configuration_id', 'identity_credential')(drop('/credential_identifier')(all)))),
]),
]
