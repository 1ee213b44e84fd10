import { TransportError } from '../../../../model/errors.ts'
import type { Role } from '../../../../model/role.ts'
import type { HeaderFields, HttpRequest } from '../../../../model/wire.ts'
import type { CallHook } from '../../../../src/drivers/hooks.ts'
import { createRandom } from '../../../../src/runtime/random.ts'
import type { Network } from '../../actors/services/context.ts'
import { createJsonRequest, insertId } from '../../actors/services/http.ts'
import { createUuid } from '../../actors/steps/environment.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ProbeContext, StatusCalls } from '../../model/probe.ts'
import { changeStatus, statuses } from '../../reference/statuses.ts'
import { createStatusRequest, findIssuedCredential } from '../scenario/presentations.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { catchLoss } from './calls.ts'
import type { RunProbeSession } from './probe-path.ts'

/** How the status service is called in a probe. */
interface StatusCallOptions {
  /** The session of single messages. */
  readonly session: string
  readonly seed: number
  readonly findBroken: ProbeContext['findBroken']
}

/** The calls to the status service. It has to know what the issuer issued: both are targets, or neither is. */
export function createStatusCalls(
  store: SessionStore,
  receiver: Role,
  runSession: RunProbeSession,
  { call }: Network,
  { session, seed, findBroken }: StatusCallOptions,
): Pick<ProbeContext, 'statusCalls'> {
  if (receiver !== 'status service' || store.isTarget('issuer') !== store.isTarget('status service')) return {}
  const issued = new Map<string, { readonly request: HttpRequest; readonly messages: readonly Message[] }>() // by id
  const random = createRandom(`${seed}/invented ids`)
  const statusCalls: StatusCalls = {
    issue: async (account = 0) => {
      const messages = await runSession({ receiver, account })
      const credential = findIssuedCredential(messages.map(store.parse))
      const request = createStatusRequest(credential, store.terms)
      const id = credential?.content?.jws.payload.id
      if (typeof id !== 'string' || request === undefined) return undefined
      issued.set(id, { request, messages })
      return id
    },
    inventId: () => createUuid(random),
    ask: (id) => {
      const usual = createJsonRequest(insertId(store.terms.addresses.status, id))
      return catchLoss(call('status', 'verifier', issued.get(id)?.request ?? usual, 'message'))
    },
    findBroken: (id, response) => {
      const message = store.findMessage(session, response)
      return message ? findBroken([...(issued.get(id)?.messages ?? []), message]) : []
    },
    ...createSetter(store),
  }
  return { statusCalls }
}

/** How the status of a credential is changed: by the hook of the target, or in the books of the reference actors. */
function createSetter({ isTarget, hooks, state, decide }: SessionStore): Pick<StatusCalls, 'set'> {
  const hook = hooks['status.set']
  if (hook) return { set: (id, status) => callHook(hook, { id, status }) }
  if (isTarget('status service')) return {}
  return {
    set: async (id, status) => {
      const known = statuses.find((each) => each === status)
      const change = known === undefined ? 'unknown' : changeStatus(id, known, { state, decide })
      return change === 'changed' ? undefined : `the status cannot be set: ${change}`
    },
  }
}

/** Calls a hook. Returns why the change is not in force. */
export const callHook = (hook: CallHook, values: HeaderFields): Promise<string | undefined> =>
  hook(values).then(() => undefined, readReason)

function readReason(error: unknown): string {
  if (error instanceof TransportError) return error.message
  throw error
}
