import { type Fault, fault } from '../../src/model/fault.ts'
import { message, put } from '../deviations.ts'
import { CFG } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(CFG.FRESH, 'gives the same nonce to every session', message.configResponse(put('/nonce', 'the-same-for-all'))),
]
