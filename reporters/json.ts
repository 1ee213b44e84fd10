import type { Reporter } from '../src/model/run-report.ts'
import { harmlessJson } from './escape.ts'

/** The report itself, as `schemas/report.schema.json` describes it. */
export const json: Reporter = {
  name: 'json',

  *render(report) {
    yield* harmlessJson(JSON.stringify(report, undefined, 2)).split('\n')
  },
}
