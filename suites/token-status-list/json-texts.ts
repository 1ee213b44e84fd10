import { makeTextFacet } from '../json/text-rules.ts'
import { TSAGG } from './requirements.ts'

/** The messages that are JSON texts. */
export const texts = {
  'status-list-aggregation': makeTextFacet('status-list-aggregation', TSAGG.JSON),
}
