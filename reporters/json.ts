import type { Reporter } from '../model/reporter.ts'
import { sanitizeJson } from './text/sanitize.ts'

/** The report itself, as `schemas/report.schema.json` describes it. */
export const json: Reporter = {
  name: 'json',

  *render(report) {
    yield* sanitizeJson(JSON.stringify(report, undefined, 2)).split('\n')
  },
}
