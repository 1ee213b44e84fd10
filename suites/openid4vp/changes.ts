import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { dropMembers, setMembers as put } from '../kit/samples.ts'
import { usualMetadata, usualQuery } from './request-sample.ts'

type Change = (object: JsonObject) => JsonObject

export const drop = dropMembers

const [member = {}, mdl = {}] = usualQuery.credentials as readonly JsonObject[] // the usual query has both

/** The usual query, with changes of its two credentials. */
export const changeQuery = (first: Change, second: Change = (all) => all): JsonObject => ({
  ...usualQuery,
  credentials: [first(member), second(mdl)],
})

/** A change of the first credential of a query. */
export const setFirst =
  (members: JsonObject): Change =>
  () =>
    changeQuery(put(members))

/** A change of the second, an mdoc. */
export const setSecond =
  (members: JsonObject): Change =>
  () =>
    changeQuery((all) => all, put(members))

/** A query for one credential without conditions. */
export const makeQuery = (members: JsonObject, more: JsonObject = {}): JsonObject => ({
  credentials: [{ id: 'one', format: 'dc+sd-jwt', meta: {}, ...members }],
  ...more,
})

/** A request for one credential, without what refers to others. */
export const makeRequest =
  (members: JsonObject, more: JsonObject = {}): Change =>
  (all) => ({
    ...drop('transaction_data', 'verifier_info', 'state')(all),
    dcql_query: makeQuery(members),
    ...more,
  })

/** A change of the metadata of a request. */
export const setMetadata =
  (members: JsonObject, ...without: readonly string[]): Change =>
  (all) => ({ ...all, client_metadata: { ...drop(...without)(usualMetadata), ...members } })

/** A request of HTTP with another body. */
export const writeBody = (text: string, body: string): string => `${text.split('\r\n\r\n')[0]}\r\n\r\n${body}`

export const setFormat = (format: string, value: JsonValue): Change =>
  put({ vp_formats_supported: { [format]: value } })
