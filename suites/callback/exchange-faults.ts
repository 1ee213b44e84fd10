import { type Fault, fault } from '../../src/model/fault.ts'
import { change, message, put } from '../deviations.ts'
import { CALLBACK } from './requirements.ts'

const { callback } = message

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(CALLBACK['SAME-ID'], 'delivers under another identifier', callback(put('/credential_identifier', 'another-dataset'))),
  fault(CALLBACK.COUNT, 'delivers the first credential alone', callback(change('/credentials', (all) => (Array.isArray(all) ? all.slice(0, 1) : all)))),
  fault(CALLBACK.COUNT, 'delivers one credential twice', callback(change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all.slice(0, 1)] : all)))),
]
