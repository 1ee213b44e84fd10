import { pathToFileURL } from 'node:url'
import type { Driver } from '../../model/driver.ts'
import { HarnessError, TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import type { FetchHandler } from '../wire/server/app.ts'
import { findErrorPlace } from './error-place.ts'
import { createForeignCode } from './foreign-code.ts'
import { readReply } from './reply.ts'

const moduleHint = 'correct the path after `module:`, or the module: `node FILE` shows its error in full'

/** Loads the default export of a module: a function that handles requests, or one that takes commands. */
export async function loadExport(path: string, label: string): Promise<(given: unknown) => Promise<unknown>> {
  const code = createForeignCode()
  const { href } = pathToFileURL(path)
  const loading: Promise<unknown> = code.run(() => import(href))
  const loaded = await loading.catch((cause: unknown) => {
    const isMissing = [path, href].some((each) => String(cause).includes(`Cannot find module '${each}'`))
    if (isMissing)
      throw new HarnessError('ERR_CONFIG', `${label}: there is no module ${path}`, { cause, hint: moduleHint })
    const why = cause instanceof Error ? `: ${sanitize(cause.message.trim().split('\n')[0] ?? '', 300)}` : ''
    const where = `${label}: the module ${path} cannot be loaded`
    throw new HarnessError('ERR_CONFIG', `${where}${why}${findErrorPlace(cause)}`, { cause, hint: moduleHint })
  })
  // The namespace of a module has no prototype.
  const main = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  if (typeof main !== 'function') {
    throw new HarnessError('ERR_CONFIG', `${label}: the module ${path} exports no function by default`, {
      hint: 'export a function: `export default async (given) => …`',
    })
  }
  return (given) => code.call(() => main(given)) // the module defines what it takes
}

/** Drives a function of this process: it takes a command and returns a reply. */
export function createModuleDriver(main: (given: unknown) => unknown, label: string, timeout: number): Driver {
  return {
    execute: async (command) => {
      const reply = await withinTimeout(() => main(command), label, timeout)
      return readReply(JSON.stringify(reply ?? {}), command.session, label)
    },
    close: async () => {},
  }
}

/** Creates a handler from a function of this process. What it throws is a transport error, never a verdict. */
export const createModuleHandler =
  (main: (given: unknown) => unknown, label: string, timeout: number): FetchHandler =>
  async (request) => {
    const response = await withinTimeout(() => main(request), label, timeout)
    if (response instanceof Response) return response
    throw new TransportError('protocol', `${label}: its function returned no Response`)
  }

async function withinTimeout(act: () => unknown, label: string, timeout: number): Promise<unknown> {
  const ended = Promise.withResolvers<never>()
  const fail = (): void => ended.reject(new TransportError('timeout', `${label}: no answer within ${timeout} s`))
  const timer = setTimeout(fail, 1000 * timeout)
  try {
    return await Promise.race([act(), ended.promise])
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    throw new TransportError(
      'protocol',
      withTargetWords(
        `${label}: its function threw ${nameErrorType(cause)}${findErrorPlace(cause)}`,
        readErrorMessage(cause),
      ),
      {
        cause,
      },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Built-in errors. The name of any other may be anything, and is not shown. */
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
