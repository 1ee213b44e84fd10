import { makeMessageFacet } from '../http/message-rules.ts'
import { TSAGG, TSHTTP } from './requirements.ts'

/** What is carried by responses of HTTP. */
export const messages = {
  'status-list-token': makeMessageFacet('status-list-token', TSHTTP.TYPE, {
    off: 'A list is a compact JWT, which is ASCII, or the octets of a CWT.',
  }),
  'status-list-aggregation': makeMessageFacet('status-list-aggregation', TSHTTP['AGGREGATION-TYPE'], TSAGG.JSON),
}
