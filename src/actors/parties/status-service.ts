import type { StatusService } from '../../model/actors.ts'
import { type Answers, type Desk, replying } from './desk.ts'
import { idIn, refused } from './http.ts'

/** A status service at work: it knows what the issuer issued, and what became of it. */
export function statusServiceAtWork(service: StatusService, { terms, ledger }: Desk): Answers {
  return replying(service, {
    status: async ({ url }) => {
      const id = idIn(url, terms.addresses.status)
      const entry = ledger.get(`issued/${id}`)
      if (!entry) return refused(['STATUS-SUBJECT'], 404)
      const body = service.seal(service.draft(id, String(entry.status)))
      return { status: 200, headers: { 'content-type': 'application/jwt' }, body }
    },
  })
}
