import type { HttpResponse } from '../../../model/wire.ts'
import { caps } from './limits.ts'

/** The statuses of a target that has too much to do. */
const busy: ReadonlySet<number> = new Set([429, 503])

/**
 * For how many milliseconds a target wants no call, by its `Retry-After`: seconds, or a date, which counts from the date of
 * the response. 0 where it says nothing.
 */
export function readRetryAfter({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): number {
  const { 'retry-after': wanted, date = '' } = headers
  if (!busy.has(status) || wanted === undefined) return 0
  const seconds = /^\d{1,9}$/.test(wanted) ? Number(wanted) : (Date.parse(wanted) - Date.parse(date)) / 1000
  return seconds > 0 ? 1000 * Math.min(seconds, caps.retryAfter) : 0
}
