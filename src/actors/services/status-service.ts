import type { StatusService } from '../../../model/actors.ts'
import { readText } from '../../../protocol/encoding/json.ts'
import { applyReply, type EndpointHandlers, type ServiceContext } from './context.ts'
import { createRejection, extractId } from './http.ts'

/** A status service at work: it knows what the issuer issued, and what became of it. */
export function startStatusService(service: StatusService, { terms, state }: ServiceContext): EndpointHandlers {
  return applyReply(service, {
    status: async ({ url }) => {
      const id = extractId(url, terms.addresses.status)
      const entry = state.get(`issued/${id}`)
      if (!entry) return createRejection(['STATUS-SUBJECT'], 404)
      const body = service.sign(service.draft(id, readText(entry.status)))
      return { status: 200, headers: { 'content-type': 'application/jwt' }, body }
    },
  })
}
