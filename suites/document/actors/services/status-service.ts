import { readText } from '../../../../protocol/encoding/json.ts'
import type { StatusService } from '../../model/actors.ts'
import { applyReply, type EndpointHandlers, type ServiceContext } from './context.ts'
import { createRejection, extractId } from './http.ts'

/** A status service at work: it knows what the issuer issued, and what became of it. */
export function startStatusService(
  service: StatusService,
  { terms, state, environment }: ServiceContext,
): EndpointHandlers {
  const type = environment.dialect.statusForm === 'url' ? 'application/jwt' : 'application/statuslist+jwt'
  return applyReply(service, {
    status: async (request) => {
      const id = extractId(request.url, terms.addresses.status)
      const entry = state.get(`issued/${id}`)
      const credential = entry ? 'issued' : 'unknown'
      const refusals = service.findRefusals({ request, artefacts: [], facts: {}, state: { credential } })
      if (refusals.length > 0) return createRejection(refusals, 404)
      const body = service.sign(service.draft(id, readText(entry?.status ?? 'active')))
      // A verifier that obeys this asks for the status every time.
      return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
    },
  })
}
