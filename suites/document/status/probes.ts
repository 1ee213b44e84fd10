import { STATUS_FORM } from '../credential/decisions.ts'
import { changeResponse } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { type ProbeContext, type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { findStatus } from './reading.ts'
import { STATUS } from './requirements.ts'

/** Presents a credential with each of these statuses in turn. */
const presentWithStatus =
  (...values: readonly string[]): StatefulProbe['run'] =>
  async (context) =>
    hasUrl(context) || values.length === 1 ? context.presentWithStatus(values, 'everything') : undefined

/** Presents a credential that is revoked, without its disclosures. A verifier has to take an active one in that form. */
const presentUndisclosed: StatefulProbe['run'] = async ({ presentWithStatus: present }) => {
  const control = await present(['active'], 'nothing')
  if (control !== 'accepted') return control && 'inconclusive'
  return present(['revoked'], 'nothing')
}

const failWith = (code: number): StatefulProbe['run'] => {
  const present = runSession(
    changeResponse('statusService', 'status', (response) => ({ ...response, status: code, body: '' })),
  )
  return present
}

/** Whether every status has a URL. A status list may be kept until it expires, and is at an address of its own. */
const hasUrl = ({ decide }: ProbeContext): boolean => decide(STATUS_FORM) === 'url'

/** Asks for the status of a credential that was never issued. */
const askForInvented: StatefulProbe['run'] = async (context) => {
  const calls = hasUrl(context) ? context.statusCalls : undefined
  if (!calls) return undefined
  const response = await calls.ask(calls.inventId())
  const answer = context.readAnswer(response)
  if (answer !== 'accepted') return answer
  return findStatus(response?.body ?? '') === 'active' ? 'accepted' : 'refused'
}

/** Asks for the status of a credential before and after these changes. */
const askAfter =
  (...changes: readonly string[]): StatefulProbe['run'] =>
  async (context) => {
    const { issue, ask, set } = (hasUrl(context) && context.statusCalls) || {}
    if (!issue || !ask || !set) return undefined
    const id = await issue()
    if (id === undefined || (await ask(id)) === undefined) return 'inconclusive'
    for (const status of changes) {
      const reason = await set(id, status)
      if (reason !== undefined) return { answer: 'inconclusive', reason }
      const response = await ask(id)
      const found = findStatus(response?.body ?? '')
      if (context.readAnswer(response) !== 'accepted' || found === undefined) return 'inconclusive'
      if (found !== status)
        return { answer: 'accepted', wrong: `which calls it ${found} after it was set to ${status}` }
    }
    return 'accepted'
  }

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is active', 'accepted', presentWithStatus('active')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is suspended', 'refused', presentWithStatus('suspended')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is revoked', 'refused', presentWithStatus('revoked')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential that is revoked and discloses nothing', 'refused', presentUndisclosed),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential again after it was revoked', 'refused', presentWithStatus('active', 'revoked')),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential with an unknown status', 'refused', failWith(404)),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential while the status service is down', 'refused', failWith(503)),

  statefulProbe(STATUS.KNOWN, 'status service', 'asks for the status of an invented credential', 'refused', askForInvented),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was suspended', 'accepted', askAfter('suspended'), { isAlone: true }),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was suspended and is active again', 'accepted', askAfter('suspended', 'active'), { isAlone: true }),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was revoked', 'accepted', askAfter('revoked'), { isAlone: true }),
]
