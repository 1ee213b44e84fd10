import type { HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { isOfType, type WrittenTypes, writeTypes } from '../../../sd-jwt-vc/served-types.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { chooseType } from './issue-sd-jwt.ts'
import { findDisclosed } from './present-sd-jwt.ts'
import type { ListCall } from './status-lists.ts'

/** The type metadata of the credentials that are presented, where a query asks for a type below the address. */
export interface ServedTypes {
  readonly open: (query: JsonObject, change?: PresentationChange) => JsonObject | undefined
  readonly find: (url: string) => HttpResponse | undefined
  /** How often a type was asked for, and the one after the type that was changed. */
  readonly count: (calls: readonly ListCall[]) => { readonly own: number; readonly next: number }
}

/** Serves type metadata below an address. Those of the last credential count. */
export function createServedTypes(base: string): ServedTypes {
  let current: WrittenTypes | undefined
  let serial = 0
  const open = (query: JsonObject, change?: PresentationChange): JsonObject | undefined => {
    const uri = chooseType(query)
    if (!uri.startsWith(`${base}/`) || change === 'other-type') return undefined
    const disclosed = findDisclosed(query)
    const served = { uri, base: `${base}/type-metadata`, hidden: ['favourite_colour'], serial: serial++ }
    current = writeTypes({ ...served, ...(disclosed && { disclosed }) }, isOfType(change) ? change : undefined)
    return current.claims
  }
  return {
    open,
    find: (url) => current?.documents.get(url),
    count: (calls) => {
      const [own, next] = [current?.documents.keys().next().value, current?.next]
      const countOf = (url?: string): number => calls.filter(({ request }) => request.url === url).length
      return { own: countOf(own), next: countOf(next) }
    },
  }
}
