import { type Fault, fault } from '../../model/fault.ts'
import { drop, put, rename } from '../kit/edits.ts'
import { notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { CFG } from './requirements.ts'

const ask = mutate.configRequest

const configure = mutate.configResponse

const extended = { decisions: { 'config.fields': 'extended' } }

/** A code of its own choice: it has nothing to do with the nonce. */
const separate = { decisions: { 'nonce.relation': 'all-separate' } }

/** Gives something away that it gave to the identity app. */
const tell = (member: string) =>
  combineMutations(
    configure(put(member, 'of-no-use-to-anybody-else')),
    mutate.response(put(member, 'of-no-use-to-anybody-else')),
  )

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(CFG.DEVICE, 'leaves out `device_id`', ask(drop('/device_id'))),
  fault(CFG.DEVICE, 'calls it `deviceId`', ask(rename('device_id', 'deviceId'))),
  fault(CFG.DEVICE, 'says `device_id` with anything but a string', valueFamily(notAString, (value) => ask(put('/device_id', value)))),
  fault(CFG['DEVICE-TELLS'], 'sends an empty `device_id`', ask(put('/device_id', ''))),

  fault(CFG.IDENTIFIER, 'leaves out `credential_identifier`', configure(drop('/credential_identifier'))),
  fault(CFG.IDENTIFIER, 'calls it `credential_id`', configure(rename('credential_identifier', 'credential_id'))),
  fault(CFG.IDENTIFIER, 'sends an empty `credential_identifier`', configure(put('/credential_identifier', ''))),
  fault(CFG.IDENTIFIER, 'says `credential_identifier` with anything but a string', valueFamily(notAString, (value) => configure(put('/credential_identifier', value)))),
  fault(CFG.NONCE, 'leaves out `nonce`', configure(drop('/nonce'))),
  fault(CFG.NONCE, 'gives a `c_nonce` in its place', configure(rename('nonce', 'c_nonce'))),
  fault(CFG.NONCE, 'gives an empty `nonce`', configure(put('/nonce', ''))),
  fault(CFG.NONCE, 'says `nonce` with anything but a string', valueFamily(notAString, (value) => configure(put('/nonce', value)))),


  fault(CFG.FRESH, 'gives the same nonce to every session', configure(put('/nonce', 'the-same-for-all')), separate),
  fault(CFG.DATASET, 'names another dataset in its request', mutate.request(put('/credential_identifier', 'another-dataset'))),

  fault(CFG.CODE, 'leaves out the code', configure(drop('/pre-authorized_code')), extended),
  fault(CFG.CODE, 'gives a number as the code', configure(put('/pre-authorized_code', 123456)), extended),
  fault(CFG.SECRET, 'leaves out the secret', configure(drop('/secret')), extended),
  fault(CFG.SECRET, 'tells the wallet backend the secret', tell('/secret'), extended),
  fault(CFG['C-NONCE'], 'leaves out the `c_nonce`', configure(drop('/c_nonce')), extended),
  fault(CFG['C-NONCE'], 'gives an empty `c_nonce`', configure(put('/c_nonce', '')), extended),
  fault(CFG.TOKEN, 'leaves out the access token', configure(drop('/access_token')), extended),
  fault(CFG.TOKEN, 'tells the wallet the access token', tell('/access_token'), extended),
  fault(CFG.KEY, 'leaves out the key', configure(drop('/credential_request_encryption_key')), extended),
  fault(CFG.KEY, 'gives the private key', configure(put('/credential_request_encryption_key/d', 'AQAB')), extended),
  fault(CFG.REDIRECT, 'leaves out the address', configure(drop('/redirect_uri')), extended),
  fault(CFG.REDIRECT, 'gives an address where no deeplink goes', configure(put('/redirect_uri', 'https://app.example/elsewhere')), extended),
]
