import { TRANSITIONS } from '../../../suites/status/decisions.ts'
import { idIn } from '../../actors/parties/http.ts'
import type { Decide } from '../../model/decision.ts'
import type { Ledger } from '../../model/ledger.ts'
import { parseJsonObject } from '../../protocol/json.ts'
import { attempt } from '../../protocol/problem.ts'
import type { FetchHandler } from '../../wire/app.ts'

/** Where a status is set. It is no part of the protocol. */
export const statusAddress = { method: 'PUT', url: '/assay/status/{id}' }

/** What a credential can be (section 3). */
const statuses = ['active', 'suspended', 'revoked']

/** What setting a status takes. */
export interface Registry {
  readonly ledger: Ledger
  readonly decide: Decide
}

/** A handler before which somebody can say what became of a credential. */
export const withAdmin =
  (handler: FetchHandler, registry: Registry): FetchHandler =>
  async (request) => {
    const id = idIn(request.url, statusAddress)
    return id === '' ? handler(request) : setStatus(request, `issued/${id}`, registry)
  }

async function setStatus(request: Request, key: string, { ledger, decide }: Registry): Promise<Response> {
  if (request.method !== statusAddress.method) return refusal(405, 'a status is set with PUT')
  const entry = ledger.get(key)
  if (!entry) return refusal(404, 'no such credential was issued here')
  const text = await request.text()
  const body = attempt(() => parseJsonObject(text))
  const status = 'value' in body ? body.value.status : undefined
  if (typeof status !== 'string' || !statuses.includes(status)) {
    return refusal(400, `the body is {"status": "…"} with one of ${statuses.join(', ')}`)
  }
  if (entry.status === 'revoked' && status !== 'revoked' && decide(TRANSITIONS) !== 'any') {
    return refusal(409, `revoked is final, unless ${TRANSITIONS.id}=any is decided`)
  }
  ledger.set(key, { ...entry, status })
  return Response.json({ status })
}

const refusal = (status: number, message: string): Response =>
  Response.json({ error: 'invalid_request', error_description: message }, { status })
