import type { Sighting } from '../../assembly/preflight.ts'
import { HarnessError, WireError } from '../../model/errors.ts'

/** One thing that was looked at. With advice and yet `ok`, it is a doubt: it keeps nobody from running. */
export interface Line extends Sighting {
  readonly advice?: string
}

/** Something that is as it should be. */
export const well = (what: string, detail: string): Line => ({ what, ok: true, detail })

/** What something gives, or a line that says why it does not. What was mistyped on the command line stays an error. */
export async function orIll<T>(what: string, attempt: () => T | Promise<T>): Promise<T | Line> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof WireError) return { what, ok: false, detail: error.message, advice: 'mend its address' }
    if (!(error instanceof HarnessError) || error.code === 'ERR_USAGE' || error.code === 'ERR_DEFECT') throw error
    // Whoever reads this does already what the advice for a configuration says.
    const advice = error.code === 'ERR_CONFIG' ? 'mend it there; nothing was looked at beyond it' : error.advice
    return { what, ok: false, detail: error.message, advice }
  }
}
