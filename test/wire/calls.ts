import { onTestFinished } from 'vitest'
import { WireError } from '../../src/model/errors.ts'
import type { Target } from '../../src/model/settings.ts'
import type { Asked, Origin } from '../../src/model/wire.ts'
import { type ReachOptions, reach, type Transport } from '../../src/wire/remote.ts'

/** A transport that is closed when its test is over. */
export async function reaching(target: Target, options: ReachOptions = {}): Promise<Transport> {
  const transport = await reach(target, { role: 'issuer', ...options })
  onTestFinished(transport.close)
  return transport
}

interface Asking extends Partial<Asked> {
  readonly origin?: Origin
  readonly signal?: AbortSignal
}

/** One call, by which everything that a test does not care for is settled. */
export const ask = (transport: Transport, { origin, signal, ...asked }: Asking = {}) =>
  transport.call(
    { method: 'GET', url: '', headers: {}, ...asked },
    { origin: origin ?? 'configured', signal: signal ?? new AbortController().signal },
  )

/** Reaches a URL and calls it once. */
export const fetched = async (url: string, target: Partial<Target> = {}, options: ReachOptions = {}) =>
  ask(await reaching({ url, ...target }, options), { url })

/** How a call was lost. */
export async function lossOf(call: Promise<unknown>): Promise<{ readonly loss: string; readonly message: string }> {
  try {
    await call
  } catch (error) {
    if (error instanceof WireError) return { loss: error.loss, message: error.message }
    throw error
  }
  return { loss: 'none', message: '' }
}
