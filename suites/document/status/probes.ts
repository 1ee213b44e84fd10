import type { HttpResponse } from '../../../model/wire.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { changeResponse } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import {
  type ProbeContext,
  type ProbeOutcome,
  type StatefulProbe,
  type StatusCalls,
  statefulProbe,
} from '../model/probe.ts'
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

/** Presents a credential while the status service answers like this, and says nothing of the credential. */
const presentUnanswered = (answer: Pick<HttpResponse, 'status'> & Partial<HttpResponse>): StatefulProbe['run'] =>
  runSession(changeResponse('statusService', 'status', (response) => ({ ...response, body: '', ...answer })))

/** An answer that is longer than what arrives of it: the connection is closed before. */
const brokenOff = { status: 200, headers: { connection: 'close', 'content-length': '1000' } }

/** Whether every status has a URL. A status list may be kept until it expires, and is at an address of its own. */
const hasUrl = ({ decide }: ProbeContext): boolean => decide(STATUS_FORM) === 'url'

/** Asks for the status of a credential that was never issued. */
const askForUnknown =
  (findId: (calls: StatusCalls) => Promise<string | undefined>): StatefulProbe['run'] =>
  async (context) => {
    const calls = hasUrl(context) ? context.statusCalls : undefined
    const id = calls && (await findId(calls))
    if (!calls || id === undefined) return undefined
    const response = await calls.ask(id)
    const answer = context.readAnswer(response)
    if (answer !== 'accepted') return answer
    return findStatus(response?.body ?? '') === 'active' ? 'accepted' : 'refused'
  }

/** All but the last character of the id of a credential: a part of a UUID is no other id. */
async function cutId({ issue }: StatusCalls): Promise<string | undefined> {
  const id = await issue()
  return id?.length === uuidLength ? id.slice(0, -1) : undefined
}

const uuidLength = 36

/** What an answer shows about a credential after its status was set. */
async function examine(
  { readAnswer }: ProbeContext,
  { ask, issue, findBroken }: StatusCalls,
  id: string,
  status: string,
): Promise<ProbeOutcome | 'right'> {
  const response = await ask(id)
  const found = response && readAnswer(response) === 'accepted' ? findStatus(response.body) : undefined
  const accuse = (what: string): ProbeOutcome => ({
    answer: 'accepted',
    wrong: `${what} after it was set to ${status}`,
  })
  if (response === undefined) return { answer: 'inconclusive' }
  if (found === undefined) {
    // A service that is down answers for no credential.
    const other = await issue()
    const control = other === undefined ? undefined : await ask(other)
    return findStatus(control?.body ?? '') === undefined
      ? { answer: 'inconclusive' }
      : accuse(`which is a response with status ${response.status} and without the status of the credential`)
  }
  if (found !== status) return accuse(`which calls it ${found}`)
  const [broken] = findBroken(id, response)
  return broken === undefined ? 'right' : accuse(`which breaks ${broken}`)
}

/** Whether a credential is called active; nothing, if the answer does not say. */
async function isActive({ ask }: StatusCalls, id: string): Promise<boolean | undefined> {
  const found = findStatus((await ask(id))?.body ?? '')
  return found === undefined ? undefined : found === 'active'
}

/** Asks for the statuses of two credentials before and after these changes of one of them. */
const askAfter =
  (...changes: readonly string[]): StatefulProbe['run'] =>
  async (context) => {
    const calls = hasUrl(context) ? context.statusCalls : undefined
    if (!calls?.set) return undefined
    const id = await calls.issue()
    if (id === undefined || findStatus((await calls.ask(id))?.body ?? '') === undefined) return 'inconclusive'
    // Of another holder: all credentials of a holder may be revoked together.
    const other = await calls.issue(1)
    const isOtherActive = other !== undefined && other !== id && (await isActive(calls, other))
    for (const status of changes) {
      const reason = await calls.set(id, status)
      if (reason !== undefined) return { answer: 'inconclusive', reason }
      const outcome = await examine(context, calls, id, status)
      if (outcome !== 'right') return outcome
      if (isOtherActive && (await isActive(calls, other)) === false)
        return {
          answer: 'accepted',
          wrong: `which no longer calls another credential active after one was set to ${status}`,
        }
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
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential with an unknown status', 'refused', presentUnanswered({ status: 404 })),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential while the status service is down', 'refused', presentUnanswered({ status: 503 })),
  statefulProbe(STATUS.OBEYED, 'verifier', 'presents a credential while answers of the status service break off', 'refused', presentUnanswered(brokenOff)),

  statefulProbe(STATUS.KNOWN, 'status service', 'asks for the status of an invented credential', 'refused', askForUnknown(async ({ inventId }) => inventId())),
  statefulProbe(STATUS.KNOWN, 'status service', 'asks for the status of a credential by all but the last character of its id', 'refused', askForUnknown(cutId)),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was suspended', 'accepted', askAfter('suspended'), { isAlone: true }),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was suspended and is active again', 'accepted', askAfter('suspended', 'active'), { isAlone: true }),
  statefulProbe(STATUS.CHANGED, 'status service', 'asks for the status of a credential that was revoked', 'accepted', askAfter('revoked'), { isAlone: true }),
]
