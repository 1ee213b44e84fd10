import type { Reporter } from '../model/reporter.ts'
import { writeJson } from './text/sanitize.ts'

/** The report itself, as `schemas/report.schema.json` describes it. */
export const json: Reporter = {
  name: 'json',

  *render(report) {
    yield* writeJson(report, 2).split('\n')
  },
}
