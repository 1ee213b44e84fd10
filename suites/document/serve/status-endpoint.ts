import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { FetchHandler } from '../../../src/wire/server/app.ts'
import { type CallerRules, createGuardedHandler } from '../../../src/wire/server/guard-handler.ts'
import { extractId } from '../actors/services/http.ts'
import { changeStatus, type IssuedCredentials, type StatusChange, statuses } from '../reference/statuses.ts'
import { TRANSITIONS } from '../status/decisions.ts'

/** The endpoint that sets a status. It is not part of the protocol. */
export const statusAddress = { method: 'PUT', url: '/assay/status/{id}' }

/** Adds an endpoint that sets the status of a credential. No page of another origin may call it. */
export function addStatusEndpoint(
  handler: FetchHandler,
  registry: IssuedCredentials,
  rules: CallerRules = {},
): FetchHandler {
  const findId = ({ url }: Request): string => extractId(url, statusAddress)
  const own = createGuardedHandler(async (request) => setStatus(request, findId(request), registry), {
    ...rules,
    origins: 'own',
  })
  return (request) => (findId(request) === '' ? handler(request) : own(request))
}

async function setStatus(request: Request, id: string, registry: IssuedCredentials): Promise<Response> {
  if (request.method !== statusAddress.method) return makeErrorResponse(405, 'use PUT to set a status')
  const text = await request.text()
  const body = attempt(() => parseJsonObject(text))
  const status = statuses.find((each) => 'value' in body && each === body.value.status)
  if (status === undefined)
    return makeErrorResponse(400, `the body must be {"status": "…"} with one of ${statuses.join(', ')}`)
  const change = changeStatus(id, status, registry)
  return change === 'changed' ? Response.json({ status }) : makeErrorResponse(...refusals[change])
}

const refusals: Readonly<Record<Exclude<StatusChange, 'changed'>, readonly [status: number, message: string]>> = {
  unknown: [404, 'this issuer has not issued such a credential'],
  final: [409, `a revoked credential stays revoked, unless ${TRANSITIONS.id}=any`],
}

const makeErrorResponse = (status: number, message: string): Response =>
  Response.json({ error: 'invalid_request', error_description: message }, { status })
