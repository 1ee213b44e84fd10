import { type Fault, fault } from '../../src/model/fault.ts'
import { drop, message, put, rename } from '../deviations.ts'
import { each, notAString } from '../family.ts'
import { CFG } from './requirements.ts'

const ask = message.configRequest
const configure = message.configResponse

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(CFG.DEVICE, 'leaves out `device_id`', ask(drop('/device_id'))),
  fault(CFG.DEVICE, 'calls it `deviceId`', ask(rename('device_id', 'deviceId'))),
  fault(CFG.DEVICE, 'says `device_id` with anything but a string', each(notAString, (value) => ask(put('/device_id', value)))),
  fault(CFG['DEVICE-TELLS'], 'sends an empty `device_id`', ask(put('/device_id', ''))),

  fault(CFG.IDENTIFIER, 'leaves out `credential_identifier`', configure(drop('/credential_identifier'))),
  fault(CFG.IDENTIFIER, 'calls it `credential_id`', configure(rename('credential_identifier', 'credential_id'))),
  fault(CFG.IDENTIFIER, 'sends an empty `credential_identifier`', configure(put('/credential_identifier', ''))),
  fault(CFG.IDENTIFIER, 'says `credential_identifier` with anything but a string', each(notAString, (value) => configure(put('/credential_identifier', value)))),
  fault(CFG.NONCE, 'leaves out `nonce`', configure(drop('/nonce'))),
  fault(CFG.NONCE, 'gives a `c_nonce` in its place', configure(rename('nonce', 'c_nonce'))),
  fault(CFG.NONCE, 'gives an empty `nonce`', configure(put('/nonce', ''))),
  fault(CFG.NONCE, 'says `nonce` with anything but a string', each(notAString, (value) => configure(put('/nonce', value)))),
]
