import type { Answerer, Line } from '../harness/switchboard.ts'
import { WireError } from '../model/errors.ts'

type Lines = { readonly [R in Answerer]?: Line }

/** The longest that a timer can run, 24 days. */
const longest = 2 ** 31 - 1

/** Lines that are cut when so many seconds are over, counted from now: nobody waits on them any longer. */
export function linesFor(seconds: number, lines: Lines): Lines {
  const over = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), longest))
  return Object.fromEntries(Object.entries(lines).map(([answerer, line]) => [answerer, cutBy(over, line)]))
}

/** What the end of the time cut off was not interrupted by anybody: it came too late. */
const cutBy =
  (over: AbortSignal, line: Line): Line =>
  async (asked, how) => {
    try {
      return await line(asked, { ...how, signal: AbortSignal.any([how.signal, over]) })
    } catch (cause) {
      const isCut = cause instanceof WireError && cause.loss === 'interrupted' && over.aborted && !how.signal.aborted
      if (!isCut) throw cause
      throw new WireError('timeout', `${how.endpoint}: the time for the whole run was over`, { cause })
    }
  }
