import * as fc from 'fast-check'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { combineMutations, replaceStep } from '../kit/mutations.ts'
import { META } from '../metadata/requirements.ts'
import { type Fault, fault } from '../model/fault.ts'
import { SILENT } from '../privacy/requirements.ts'
import { CFG } from './requirements.ts'

const { configRequest, configResponse } = mutate

export const extended = { decisions: { 'config.fields': 'extended' } }

/** The code is unrelated to the nonce. */
const separate = { decisions: { 'nonce.relation': 'all-separate' } }

/** Puts one value into the Issuer Config response and into the credential response. */
const leak = (member: string) =>
  combineMutations(
    configResponse(put(member, 'for-the-identity-app-only')),
    mutate.response(put(member, 'for-the-identity-app-only')),
  )

/** Sends another identifier whenever it is called. */
const sendNewDevice = () => {
  let count = 0
  return replaceStep('identityApp', 'requestConfig', () => () => ({ device_id: `device-of-call-${++count}` }))
}

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(CFG.DEVICE, 'leaves out `device_id`', configRequest(drop('/device_id'))),
  fault(CFG.DEVICE, 'sends `deviceId` instead of `device_id`', configRequest(rename('device_id', 'deviceId')), { rejection: 'none' }),
  fault(CFG.DEVICE, 'sends `device_id` as anything but a string', valueFamily(notAString.filter((value) => !['number', 'boolean'].includes(typeof value)), (value) => configRequest(put('/device_id', value)))),
  fault(CFG.DEVICE, 'sends `device_id` in an array', configRequest(change('/device_id', (id) => [id]))),
  fault(CFG.DEVICE, 'sends a number or a boolean as `device_id`', valueFamily(fc.oneof(fc.integer(), fc.boolean()), (value) => configRequest(put('/device_id', value))), { rejection: 'none' }),
  fault(CFG['DEVICE-TELLS'], 'sends an empty `device_id`', configRequest(put('/device_id', ''))),
  fault(CFG['DEVICE-TELLS'], 'sends a blank `device_id`', configRequest(put('/device_id', '   ')), { rejection: 'none' }),
  fault(CFG['DEVICE-STABLE'], 'sends a fixed value as `device_id`', valueFamily(fc.constantFrom('unknown', 'null', 'undefined', '0', '00000000-0000-0000-0000-000000000000', '02:00:00:00:00:00'), (value) => configRequest(put('/device_id', value)))),
  fault(CFG['DEVICE-STABLE'], 'sends a new `device_id` in every session', sendNewDevice()),
  fault(CFG['DEVICE-STABLE'], 'sends the identity number as `device_id`', replaceStep('identityApp', 'requestConfig', () => ({ uid }) => ({ device_id: uid })), { alsoBreaks: [SILENT.PERSON] }),

  fault(CFG.IDENTIFIER, 'leaves out `credential_identifier`', configResponse(drop('/credential_identifier'))),
  fault(CFG.IDENTIFIER, 'returns `credential_id` instead of `credential_identifier`', configResponse(rename('credential_identifier', 'credential_id')), { rejection: 'none' }),
  fault(CFG.IDENTIFIER, 'returns an empty `credential_identifier`', configResponse(put('/credential_identifier', ''))),
  fault(CFG.IDENTIFIER, 'returns `credential_identifier` as anything but a string', valueFamily(notAString, (value) => configResponse(put('/credential_identifier', value)))),
  fault(CFG.NONCE, 'leaves out `nonce`', configResponse(drop('/nonce'))),
  fault(CFG.NONCE, 'returns `c_nonce` instead of `nonce`', configResponse(rename('nonce', 'c_nonce')), { rejection: 'none' }),
  fault(CFG.NONCE, 'returns an empty `nonce`', configResponse(put('/nonce', ''))),
  fault(CFG.NONCE, 'returns `nonce` as anything but a string', valueFamily(notAString, (value) => configResponse(put('/nonce', value)))),

  fault(CFG.FRESH, 'returns the same nonce in every session', configResponse(put('/nonce', 'the-same-for-all')), separate),
  fault(CFG.DATASET, 'requests another credential identifier', mutate.request(put('/credential_identifier', 'another-dataset'))),
  fault(CFG.DATASET, 'requests the credential identifier in upper case', mutate.request(change('/credential_identifier', (id) => String(id).toUpperCase()))),

  fault(CFG.CODE, 'leaves out the code', configResponse(drop('/pre-authorized_code')), extended),
  fault(CFG.CODE, 'returns the code as a number', configResponse(put('/pre-authorized_code', 123456)), extended),
  fault(CFG.SECRET, 'leaves out the secret', configResponse(drop('/secret')), extended),
  fault(CFG.SECRET, 'leaks the secret in the credential response', leak('/secret'), extended),
  fault(CFG['C-NONCE'], 'leaves out the `c_nonce`', configResponse(drop('/c_nonce')), extended),
  fault(CFG['C-NONCE'], 'returns an empty `c_nonce`', configResponse(put('/c_nonce', '')), extended),
  fault(CFG.TOKEN, 'leaves out the access token', configResponse(drop('/access_token')), extended),
  fault(CFG.TOKEN, 'leaks the access token in the credential response', leak('/access_token'), extended),
  fault(CFG.KEY, 'leaves out the encryption key', configResponse(drop('/credential_request_encryption_key')), extended),
  fault(CFG.KEY, 'returns the private key', configResponse(put('/credential_request_encryption_key/d', 'AQAB')), { ...extended, alsoBreaks: [META.PUBLIC] }),
  fault(CFG.REDIRECT, 'leaves out the redirect URI', configResponse(drop('/redirect_uri')), extended),
  fault(CFG.REDIRECT, 'returns a redirect URI that no deeplink opens', configResponse(put('/redirect_uri', 'https://app.example/elsewhere')), extended),
]
