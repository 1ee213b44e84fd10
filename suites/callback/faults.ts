import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/protocol/json.ts'
import { change, drop, message, put, rename } from '../deviations.ts'
import { each, notAnArray, notAnObject, notAString } from '../family.ts'
import { CALLBACK } from './requirements.ts'

const call = message.callback

/** Changes the first element of `credentials`. */
const first = (how: (element: JsonObject) => JsonValue) =>
  call(change('/credentials/0', (element) => (isObject(element) ? how(element) : element)))

const sealed = ['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0', '', 'AAAA', 'AAAA', 'AAAA'].join('.')

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(CALLBACK.IDENTIFIER, 'leaves out `credential_identifier`', call(drop('/credential_identifier'))),
  fault(CALLBACK.IDENTIFIER, 'calls it `credential_id`', call(rename('credential_identifier', 'credential_id'))),
  fault(CALLBACK.IDENTIFIER, 'sends an empty `credential_identifier`', call(put('/credential_identifier', ''))),
  fault(CALLBACK.IDENTIFIER, 'sends anything but a string for it', each(notAString, (value) => call(put('/credential_identifier', value)))),
  fault(CALLBACK.ARRAY, 'leaves out `credentials`', call(drop('/credentials'))),
  fault(CALLBACK.ARRAY, 'delivers no credential', call(put('/credentials', []))),
  fault(CALLBACK.ARRAY, 'delivers anything but a list', each(notAnArray, (value) => call(put('/credentials', value)))),
  fault(CALLBACK.ARRAY, 'delivers a credential that stands in no object', each(notAnObject, (value) => call(change('/credentials', (all) => (Array.isArray(all) ? [...all, value] : all))))),
  fault(CALLBACK['ONE-FIELD'], 'writes `credential` in small letters', first((element) => ({ credential: element.Credential ?? '' }))),
  fault(CALLBACK['ONE-FIELD'], 'writes `Credential` with a capital, where it should not', first((element) => ({ Credential: element.credential ?? '' })), { under: 'openid4vci-1.0' }),
  fault(CALLBACK['ONE-FIELD'], 'says more beside the credential', each(fc.constantFrom('format', 'id', 'x-note', 'credential_identifier'), (name) => first((element) => ({ ...element, [name]: 'x' })))),
  fault(CALLBACK['ONE-FIELD'], 'delivers under both names', first((element) => ({ ...element, credential: element.Credential ?? '' }))),
  fault(CALLBACK['ONE-FIELD'], 'delivers an empty object', call(change('/credentials', (all) => (Array.isArray(all) ? [...all, {}] : all)))),
  fault(CALLBACK.STRING, 'delivers anything but a string', each(notAString, (value) => first(() => ({ Credential: value })))),
  fault(CALLBACK.STRING, 'delivers the credential taken apart', first(({ Credential }) => ({ Credential: { jwt: String(Credential).split('~')[0] ?? '' } }))),
  fault(CALLBACK.STRING, 'delivers an encrypted credential, where it should not', first(() => ({ Credential: sealed })), { given: { 'callback.credentialForm': 'plain' } }),
]
