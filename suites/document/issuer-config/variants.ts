import * as fc from 'fast-check'
import { RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { changeCode } from '../kit/change-code.ts'
import { change, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate, requestOfferedTemplate } from '../kit/message-mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { extended } from './faults.ts'

const { configRequest, configResponse } = mutate
const text = fc.string({ minLength: 1, maxLength: 60 })

/** A short text may be one that programs send where they have no identifier. */
const longText = fc.string({ minLength: 20, maxLength: 60 })

/** RFC 8259, section 7: any character may be escaped. */
const escapeSecond = (_: string, before: string, character: string): string =>
  `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CFG', 'sends any long string as `device_id`', valueFamily(longText, (value) => configRequest(put('/device_id', value)))),
  variant('CFG', 'sends one character as `device_id`', configRequest(put('/device_id', '0'))),
  variant('CFG', 'escapes a character of its `device_id`', configRequest((all) => new RawJson(writeJson(all).replace(/("device_id":")(.)/, escapeSecond)))),
  variant('CFG', 'returns any string as `credential_identifier`', valueFamily(text, (value) => configResponse(change('/credential_identifier', (own) => `${value}${own}`)))),
  variant('CFG', 'returns a URN as `credential_identifier`', configResponse(change('/credential_identifier', (own) => `urn:uuid:${own}`))),
  variant('CFG', 'returns any string as `nonce`', valueFamily(text, (value) => changeCode((own) => `${value}${own}`))),
  variant('CFG', 'also returns the six values of the sequence', configResponse((all) => ({
    ...(all as object), // the reference issuer returns an object
    'pre-authorized_code': 'code', secret: 'secret', c_nonce: 'c-nonce', access_token: 'token',
    credential_request_encryption_key: { kty: 'RSA' }, redirect_uri: 'identityapp://credential-request',
  }))),

  ...markLive([
  variant('CFG', 'returns a member of another type that was not agreed on', configResponse(put('/secret', 12))),
  variant('CFG', 'returns a key for this session only', configResponse(put('/credential_request_encryption_key', unrelatedRsaKey)), extended),
  variant('CFG', 'returns its redirect URI with a trailing slash and in capitals', configResponse(put('/redirect_uri', 'IdentityApp://credential-request/')), extended),
  variant('CFG', 'returns a secret so short that any message may contain it', configResponse(put('/secret', 'e')), extended),
  variant('CFG', 'is followed by a request with a configuration ID', requestOfferedTemplate),
]),
]
