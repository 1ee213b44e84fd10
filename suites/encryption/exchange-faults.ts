import { type Fault, fault } from '../../src/model/fault.ts'
import { fixed, sealed } from '../deviations.ts'
import { ENC } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(ENC.FRESH, 'encrypts every request with one key and one initialisation vector', sealed.request((draft) => ({ ...draft, random: fixed }))),
  fault(ENC.FRESH, 'encrypts every response with one key and one initialisation vector', sealed.response((draft) => ({ ...draft, random: fixed }))),
]
