import { HarnessError, TransportError } from '../../model/errors.ts'

/** One thing that was checked. A hint on something that is `ok` is a warning: it does not prevent a run. */
export interface DoctorLine {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
  readonly hint?: string
}

/** Something that is as it should be. */
export const makeGoodLine = (what: string, detail: string): DoctorLine => ({ what, ok: true, detail })

/** Tries something; if it fails, returns a line that says why. A usage error stays an error. */
export async function orProblemLine<T>(what: string, attempt: () => T | Promise<T>): Promise<T | DoctorLine> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof TransportError) return { what, ok: false, detail: error.message, hint: 'correct its URL' }
    if (!(error instanceof HarnessError) || error.code === 'ERR_USAGE' || error.code === 'ERR_DEFECT') throw error
    // The usual hint of a configuration error is to run `assay doctor`.
    const hint = error.code === 'ERR_CONFIG' ? 'correct it; nothing else was checked' : error.hint
    return { what, ok: false, detail: error.message, hint }
  }
}
