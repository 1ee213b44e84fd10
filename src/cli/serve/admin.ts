import { TRANSITIONS } from '../../../suites/status/decisions.ts'
import { idIn } from '../../actors/parties/http.ts'
import { type Change, changeStatus, type Registry, statuses } from '../../assembly/statuses.ts'
import { parseJsonObject } from '../../protocol/json.ts'
import { attempt } from '../../protocol/problem.ts'
import type { FetchHandler } from '../../wire/app.ts'

/** Where a status is set. It is no part of the protocol. */
export const statusAddress = { method: 'PUT', url: '/assay/status/{id}' }

/** A handler before which somebody can say what became of a credential. */
export const withAdmin =
  (handler: FetchHandler, registry: Registry): FetchHandler =>
  async (request) => {
    const id = idIn(request.url, statusAddress)
    return id === '' ? handler(request) : setStatus(request, id, registry)
  }

async function setStatus(request: Request, id: string, registry: Registry): Promise<Response> {
  if (request.method !== statusAddress.method) return refusal(405, 'a status is set with PUT')
  const text = await request.text()
  const body = attempt(() => parseJsonObject(text))
  const status = statuses.find((each) => 'value' in body && each === body.value.status)
  if (status === undefined) return refusal(400, `the body is {"status": "…"} with one of ${statuses.join(', ')}`)
  const change = changeStatus(id, status, registry)
  return change === 'changed' ? Response.json({ status }) : refusal(...refusals[change])
}

const refusals: Readonly<Record<Exclude<Change, 'changed'>, readonly [status: number, message: string]>> = {
  unknown: [404, 'no such credential was issued here'],
  final: [409, `revoked is final, unless ${TRANSITIONS.id}=any is decided`],
}

const refusal = (status: number, message: string): Response =>
  Response.json({ error: 'invalid_request', error_description: message }, { status })
