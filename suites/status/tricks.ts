import { type Trick, trick } from '../../src/model/probe.ts'
import { answering } from '../deviations.ts'
import { session } from '../tricking.ts'
import { STATUS } from './requirements.ts'

/** A credential that has a status by the time it is presented. */
const status =
  (value: string): Trick['play'] =>
  ({ presentWith }) =>
    presentWith(value)

const silent = (code: number) =>
  session(answering('statusService', 'status', (replied) => ({ ...replied, status: code, body: '' })))

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(STATUS.OBEYED, 'verifier', 'presents a credential that is active', 'accepted', status('active')),
  trick(STATUS.OBEYED, 'verifier', 'presents a credential that is suspended', 'refused', status('suspended')),
  trick(STATUS.OBEYED, 'verifier', 'presents a credential that is revoked', 'refused', status('revoked')),
  trick(STATUS.OBEYED, 'verifier', 'presents a credential whose status nobody knows', 'refused', silent(404)),
  trick(STATUS.OBEYED, 'verifier', 'presents a credential while the status service is down', 'refused', silent(503)),
]
