import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { change, message, put } from '../deviations.ts'
import { each } from '../family.ts'

const ask = message.configRequest
const configure = message.configResponse
const text = fc.string({ minLength: 1, maxLength: 60 })

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CFG', 'names its device with any text', each(text, (value) => ask(put('/device_id', value)))),
  variant('CFG', 'names its device with one character', ask(put('/device_id', '0'))),
  variant('CFG', 'names the dataset with any text', each(text, (value) => configure(change('/credential_identifier', (own) => `${value}${own}`)))),
  variant('CFG', 'names the dataset with a URN', configure(change('/credential_identifier', (own) => `urn:uuid:${own}`))),
  variant('CFG', 'gives any nonce', each(text, (value) => configure(change('/nonce', (own) => `${value}${own}`)))),
  variant('CFG', 'also gives the six values of the sequence', configure((all) => ({
    ...(all as object), // an object, as it is in every honest answer
    'pre-authorized_code': 'code', secret: 'secret', c_nonce: 'c-nonce', access_token: 'token',
    credential_request_encryption_key: { kty: 'RSA' }, redirect_uri: 'identityapp://credential-request',
  }))),
]
