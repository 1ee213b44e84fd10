import type { HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { isOfType, type ServedType, type WrittenTypes, writeTypes } from '../../../sd-jwt-vc/served-types.ts'
import type { PresentationChange } from '../../verifier/probes.ts'

/** How often a type was asked for, and the one after the type that was changed. */
export interface TypeCounts {
  readonly own: number
  readonly next: number
}

/** The type metadata of the credentials that are presented, where a query asks for a type below the address. */
export interface ServedTypes {
  readonly open: (type: PresentedType, change?: PresentationChange) => JsonObject | undefined
  readonly find: (url: string) => HttpResponse | undefined
  /** Counts the requests at these addresses. */
  readonly count: (urls: readonly string[]) => TypeCounts
}

export type PresentedType = Pick<ServedType, 'uri' | 'disclosed'>

/** Serves type metadata below an address. Those of the last credential count. */
export function createServedTypes(base: string): ServedTypes {
  let current: WrittenTypes | undefined
  let serial = 0
  return {
    open: (type, change) => {
      if (!type.uri.startsWith(`${base}/`) || change === 'other-type') return undefined
      const served = { ...type, base: `${base}/type-metadata`, hidden: ['favourite_colour'], serial: serial++ }
      current = writeTypes(served, isOfType(change) ? change : undefined)
      return current.claims
    },
    find: (url) => current?.documents.get(url),
    count: (urls) => {
      const [own, next] = [current?.documents.keys().next().value, current?.next]
      return { own: urls.filter((url) => url === own).length, next: urls.filter((url) => url === next).length }
    },
  }
}
