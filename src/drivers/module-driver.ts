import { pathToFileURL } from 'node:url'
import type { Driver } from '../../model/driver.ts'
import { HarnessError, TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import type { FetchHandler } from '../wire/server/app.ts'
import { readReply } from './reply.ts'

/** What a module exports by default: a function that answers requests, or one that takes orders. */
export async function loadExport(path: string, who: string): Promise<(given: unknown) => unknown> {
  const loaded: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new HarnessError('ERR_CONFIG', `${who}: the module ${path} cannot be loaded`, { cause })
  })
  // The namespace of a module is no instance of anything.
  const main = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  if (typeof main !== 'function') {
    throw new HarnessError('ERR_CONFIG', `${who}: the module ${path} exports no function by default`)
  }
  return (given) => main(given) // whoever wrote it knows what it takes
}

/** Drives a function of this process: it gets an order, and gives back what came of it. */
export function createModuleDriver(main: (given: unknown) => unknown, who: string, timeout: number): Driver {
  return {
    execute: async (order) => {
      const told = await withinTimeout(() => main(order), who, timeout)
      return readReply(JSON.stringify(told ?? {}), order.session, who)
    },
    close: async () => {},
  }
}

/** A handler of this process that fails as a server would: what it throws is never a verdict. */
export const createModuleHandler =
  (main: (given: unknown) => unknown, who: string, timeout: number): FetchHandler =>
  async (request) => {
    const response = await withinTimeout(() => main(request), who, timeout)
    if (response instanceof Response) return response
    throw new TransportError('protocol', `${who}: its function gave back no Response`)
  }

async function withinTimeout(act: () => unknown, who: string, timeout: number): Promise<unknown> {
  const ended = Promise.withResolvers<never>()
  const late = (): void => ended.reject(new TransportError('timeout', `${who}: no answer within ${timeout} s`))
  const timer = setTimeout(late, 1000 * timeout)
  try {
    return await Promise.race([act(), ended.promise])
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    throw new TransportError(
      'protocol',
      withTargetWords(`${who}: its function threw ${nameErrorType(cause)}`, readErrorMessage(cause)),
      {
        cause,
      },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** What the language calls an error. What somebody calls one of their own may be anything. */
const kinds = [AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]

function nameErrorType(thrown: unknown): string {
  const name = kinds.find((kind) => thrown instanceof kind)?.name
  if (name !== undefined) return /^[AE]/.test(name) ? `an ${name}` : `a ${name}`
  return thrown instanceof Error ? 'an error' : 'no error'
}

const readErrorMessage = (thrown: unknown): string => {
  const words = thrown instanceof Error ? thrown.message : thrown
  return typeof words === 'string' ? sanitize(words, 200) : ''
}
