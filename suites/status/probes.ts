import { type ProbeContext, type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { changeResponse } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { STATUS } from './requirements.ts'

/** Presents a credential with this status. */
const presentWithStatus =
  (value: string): StatefulProbe['run'] =>
  async (context) =>
    isServed(context) ? context.presentWithStatus(value) : undefined

const failWith = (code: number): StatefulProbe['run'] => {
  const present = runSession(
    changeResponse('statusService', 'status', (response) => ({ ...response, status: code, body: '' })),
  )
  return async (context) => (isServed(context) ? present(context) : undefined)
}

/** Whether the reference status service has what the credential refers to: it serves no status lists. */
const isServed = ({ decide }: ProbeContext): boolean => decide(STATUS_FORM) === 'url'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is active', 'accepted', presentWithStatus('active')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is suspended', 'refused', presentWithStatus('suspended')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is revoked', 'refused', presentWithStatus('revoked')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential with an unknown status', 'refused', failWith(404)),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential while the status service is down', 'refused', failWith(503)),
]
