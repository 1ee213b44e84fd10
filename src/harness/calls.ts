import { HarnessError, TransportError } from '../../model/errors.ts'
import type { HeaderFields, HttpRequest, HttpResponse, UrlOrigin } from '../../model/wire.ts'
import { isObject, type JsonObject, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readMediaType } from '../../protocol/status-list/http-response.ts'
import type { SettingNames, TargetKey } from '../wire/client/call-place.ts'
import { openTransport } from '../wire/client/transport.ts'
import { stop } from './obstacle.ts'
import { takeFromTape } from './tape/tape.ts'

/** Sends one request. */
export type Send = (request: HttpRequest, origin: UrlOrigin) => Promise<HttpResponse>

export interface Calls {
  readonly send: Send
  readonly close: () => Promise<void>
}

/**
 * Calls a target behind a URL. Addresses out of its messages lead to no private place; one on this machine may name
 * other places on it.
 */
export async function openCalls(
  url: string,
  { ca, allowPrivate }: { readonly ca?: string; readonly allowPrivate: boolean },
): Promise<Calls> {
  const transport = await openTransport(
    { url: new URL(url).origin, allowPrivate },
    { nameSetting, environment: process.env, allowLoopback: true, ...(ca !== undefined && { pem: { ca } }) },
  )
  const signal = new AbortController().signal
  let hasAnswered = false
  const send: Send = async (request, origin) => {
    try {
      const what = `${request.method} ${request.url}`
      const response = await takeFromTape(what, () => transport.call(request, { signal, origin }))
      hasAnswered = true
      return response
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      const isNamed = error.message.startsWith(`${request.method} http`)
      const problem = isNamed ? error.message : `${request.method} ${cutQuery(request.url)}: ${error.message}`
      // What was seen until then is judged all the same. Where nothing was, as for the host of an offer, nothing is there.
      if (origin === 'message' && (hasAnswered || error.kind !== 'unreachable')) return stop(problem, error)
      if (hasAnswered) return stop(`${problem}; it answered before, so what it was sent last may have ended it`, error)
      throw new HarnessError('ERR_TARGET', problem, { cause: error })
    }
  }
  return { send, close: transport.close }
}

/** Opens the way to a target with the first call. */
export function openWhenCalled(settings: { readonly ca?: string; readonly allowPrivate: boolean }): Calls {
  let opened: Promise<Calls> | undefined
  return {
    send: async (request, from) => {
      opened ??= openCalls(request.url, settings)
      return (await opened).send(request, from)
    },
    close: async () => (await opened)?.close(),
  }
}

const cutQuery = (url: string): string => url.replace(/\?.*/s, '').slice(0, 200)

/** The flags of `assay test`. */
const flags: Partial<Record<TargetKey, string>> = { 'tls.ca': '--ca', allowPrivate: '--allow-private' }
const nameSetting: SettingNames = (key) => flags[key]

/** A response as `curl -i` shows it. */
export function writeResponse({ status, headers, body, octets }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n')
  if (octets === undefined) return `${head}${body}`
  return `${Buffer.from(head).toString('hex')}${Buffer.from(octets, 'base64').toString('hex')}`
}

/** Whether a response says that it is of a media type, whatever its parameters. */
export const hasMediaType = ({ headers }: HttpResponse, type: string): boolean =>
  readMediaType({ headers: new Map(Object.entries(headers)) }) === type

/** The JSON object in a body; nothing, if there is none. */
export function readBody({ body }: HttpResponse): JsonObject | undefined {
  const read = attempt(() => parseTolerantly(body.trim()))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299

export const jsonHeaders: HeaderFields = { 'content-type': 'application/json', accept: 'application/json' }

export const findMediaType = ({ headers }: HttpResponse): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
