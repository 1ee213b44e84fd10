import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { type ListChange, makeListToken, sampleIndex } from '../../../token-status-list/sample.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { certifyIssuer } from './issuer-trust.ts'

/** The status lists that generated credentials refer to: each has an address of its own, so that none comes out of a cache. */
export interface StatusLists {
  /** Opens the list of one credential, and returns the claim that refers to it. */
  readonly open: (issuer: string, change?: PresentationChange) => JsonObject
  /** Whether a list with this change, or a list without any, was fetched. */
  readonly isFetched: (change?: PresentationChange) => boolean
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
}

interface OpenList {
  readonly issuer: string
  readonly change?: PresentationChange
  isFetched: boolean
}

const otherList = 'https://status.example/another-list'
const countDays = (days: number): number => days * 86_400

/** What a list does otherwise than the usual one. */
const listChanges: { readonly [K in PresentationChange]?: (now: number) => ListChange } = {
  revoked: () => ({ statuses: { [sampleIndex]: 1 } }),
  suspended: () => ({ statuses: { [sampleIndex]: 2 } }),
  'list-expired': (now) => ({ claims: (all) => ({ ...all, iat: now - countDays(3), exp: now - countDays(2) }) }),
  'list-of-another': () => ({ claims: (all) => ({ ...all, sub: otherList }) }),
  'list-signed-by-another': () => ({ key: keys.other }),
  'list-of-another-type': () => ({ header: (all) => ({ ...all, typ: 'JWT' }) }),
}

/** Changes for which a credential needs a status. */
export const isOfStatus = (change?: PresentationChange): boolean =>
  change !== undefined && (change === 'beyond-list' || listChanges[change] !== undefined)

function writeList(uri: string, { issuer, change }: OpenList, now: number): string {
  const own: ListChange = change === undefined ? {} : (listChanges[change]?.(now) ?? {})
  const x5c = [certifyIssuer(issuer).toString('base64')]
  return makeListToken({
    key: keys.issuer,
    ...own,
    bits: 2,
    header: (all) => ({ ...all, kid: 'issuer-key', x5c, ...own.header?.(all) }),
    claims: (all) => {
      const usual = { ...all, sub: uri, iat: now - 60, exp: now + countDays(1) }
      return own.claims?.(usual) ?? usual
    },
  })
}

const notFound: HttpResponse = { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }

/** Makes lists below an address. */
export function createStatusLists(base: string, now: () => number): StatusLists {
  const lists = new Map<string, OpenList>()
  return {
    open: (issuer, change) => {
      const path = `/lists/${lists.size + 1}`
      const own = isOfStatus(change) ? change : undefined
      lists.set(path, { issuer, isFetched: false, ...(own && { change: own }) })
      return { status_list: { idx: change === 'beyond-list' ? 1_000_000 : sampleIndex, uri: `${base}${path}` } }
    },
    isFetched: (change) => [...lists.values()].some((each) => each.isFetched && each.change === change),
    handle: async ({ url }) => {
      const path = /\/lists\/\d+$/.exec(new URL(url, base).pathname)?.[0] ?? ''
      const list = lists.get(path)
      if (!list) return notFound
      list.isFetched = true
      const headers = { 'content-type': 'application/statuslist+jwt', 'access-control-allow-origin': '*' }
      return { status: 200, headers, body: writeList(`${base}${path}`, list, now()) }
    },
  }
}
