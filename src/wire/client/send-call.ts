import type { HeaderFields, HttpRequest, HttpResponse, UrlOrigin } from '../../../model/wire.ts'
import { decodeBody, decodeOctets, readOctets } from './body.ts'
import type { CallPlace } from './call-place.ts'
import type { ConnectionTls } from './connection-log.ts'
import { createStepRunner, startLimit } from './run-step.ts'
import type { TargetConnections } from './target-connections.ts'

/** An answer from afar. Its body is decoded, while its header fields stay as they were, content encoding and all. */
export interface ReceivedResponse extends HttpResponse {
  readonly tls?: ConnectionTls
}

/** A call whose turn has come. */
export interface PreparedCall {
  readonly request: HttpRequest
  readonly url: URL
  readonly origin: UrlOrigin
  readonly place: CallPlace
  readonly stopped: AbortSignal
}

/** Sends a call and takes in its answer, all within the time that the route allows. */
export async function sendCall(
  route: TargetConnections,
  { request, url, origin, place, stopped }: PreparedCall,
): Promise<ReceivedResponse> {
  const limit = startLimit(route.timeout)
  const step = createStepRunner(place, stopped, limit)
  const { method, body = null } = request
  const headers = separateFields(request)
  const signal = AbortSignal.any([stopped, limit.signal])

  const pool = await step('header', () => route.choosePool(url, origin, place))
  const answer = await step('header', () => pool.send(url, { method, headers, body, signal }))
  const fields = joinFields(answer.headers)
  const octets = await step('body', () => readOctets(answer.body))
  const decoded = await step('body', () => decodeOctets(octets, fields['content-encoding'] ?? ''))

  const tls = pool.getTls(url.origin)
  return { status: answer.statusCode, headers: fields, ...decodeBody(decoded), ...(tls && { tls }) }
}

const separateFields = ({ headers, separate = [] }: HttpRequest): Readonly<Record<string, string | string[]>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, separate.includes(name) ? value.split(', ') : value]),
  )

/** Names may be hostile too, `__proto__` for one, and become members like any other. */
const joinFields = (headers: Readonly<Record<string, string | string[] | undefined>>): HeaderFields =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
