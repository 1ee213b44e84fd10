import type { Asked, Fields, Origin, Replied } from '../model/wire.ts'
import { decodeOctets, readOctets, textOf } from './body.ts'
import type { Encryption } from './connections.ts'
import type { Place } from './place.ts'
import type { Route } from './route.ts'
import { limitOf, stepping } from './step.ts'

/** An answer from afar. Its body is decoded, while its header fields stay as they were, content encoding and all. */
export interface Received extends Replied {
  readonly tls?: Encryption
}

/** A call whose turn has come. */
export interface Call {
  readonly asked: Asked
  readonly url: URL
  readonly origin: Origin
  readonly place: Place
  readonly stopped: AbortSignal
}

/** Sends a call and takes in its answer, all within the time that the route allows. */
export async function exchange(route: Route, { asked, url, origin, place, stopped }: Call): Promise<Received> {
  const limit = limitOf(route.timeout)
  const step = stepping(place, stopped, limit)
  const { method, headers, body = null } = asked
  const signal = AbortSignal.any([stopped, limit.signal])

  const lane = await step('header', () => route.laneFor(url, origin, place))
  const answer = await step('header', () => lane.send(url, { method, headers, body, signal }))
  const fields = fieldsOf(answer.headers)
  const octets = await step('body', () => readOctets(answer.body))
  const decoded = await step('body', () => decodeOctets(octets, fields['content-encoding'] ?? ''))

  const tls = lane.encryptionOf(url.origin)
  return { status: answer.statusCode, headers: fields, ...textOf(decoded), ...(tls && { tls }) }
}

/** Names may be hostile too, `__proto__` for one, and become members like any other. */
const fieldsOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Fields =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
