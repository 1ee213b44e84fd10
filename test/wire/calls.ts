import { onTestFinished } from 'vitest'
import { TransportError } from '../../model/errors.ts'
import type { Target } from '../../model/target.ts'
import type { HttpRequest, UrlOrigin } from '../../model/wire.ts'
import { openTransport, type Transport, type TransportOptions } from '../../src/wire/client/transport.ts'

/** A transport that is closed when its test is over. */
export async function reaching(target: Target, options: TransportOptions = {}): Promise<Transport> {
  const transport = await openTransport(target, { role: 'issuer', ...options })
  onTestFinished(transport.close)
  return transport
}

interface Asking extends Partial<HttpRequest> {
  readonly origin?: UrlOrigin
  readonly signal?: AbortSignal
}

/** One call, by which everything that a test does not care for is settled. */
export const ask = (transport: Transport, { origin, signal, ...asked }: Asking = {}) =>
  transport.call(
    { method: 'GET', url: '', headers: {}, ...asked },
    { origin: origin ?? 'configured', signal: signal ?? new AbortController().signal },
  )

/** Reaches a URL and calls it once. */
export const fetched = async (url: string, target: Partial<Target> = {}, options: TransportOptions = {}) =>
  ask(await reaching({ url, ...target }, options), { url })

/** How a call was lost. */
export async function lossOf(call: Promise<unknown>): Promise<{ readonly kind: string; readonly message: string }> {
  try {
    await call
  } catch (error) {
    if (error instanceof TransportError) return { kind: error.kind, message: error.message }
    throw error
  }
  return { kind: 'none', message: '' }
}
