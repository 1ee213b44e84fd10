import { TransportError } from '../../model/errors.ts'
import type { Hook } from '../../model/target.ts'
import { type HeaderFields, withTargetWords } from '../../model/wire.ts'
import { caps } from '../wire/client/limits.ts'
import { fillPlaceholders } from '../wire/client/placeholders.ts'
import { splitCommandLine } from './command-line.ts'
import { parseTargetUrl } from './driver-kind.ts'

/** Asks the side of the target for a change. It is over when the change is in force, and fails with a `TransportError`. */
export type CallHook = (values: HeaderFields) => Promise<void>

/** Opens the configured hooks. What a hook needs is loaded only when it is called. */
export const openHooks = <N extends string>(hooks: { readonly [H in N]?: Hook }): { readonly [H in N]?: CallHook } =>
  Object.fromEntries(
    Object.entries(hooks as Readonly<Record<string, Hook>>).map(([name, hook]) => [name, openHook(name, hook)]),
  ) as { [H in N]?: CallHook } // the same names

function openHook(name: string, hook: Hook): CallHook {
  const { kind, rest } = parseTargetUrl(hook.url)
  switch (kind) {
    case 'command':
      return createCommandHook(name, rest)
    case 'module':
      return createModuleHook(name, rest)
    default:
      return createHttpHook(name, hook)
  }
}

/** Runs a command line without a shell, and waits until it ends. A value stays one argument. */
const createCommandHook =
  (name: string, line: string): CallHook =>
  async (values) => {
    const { startProcess } = await import('./driver-process.ts')
    const [file, ...words] = splitCommandLine(line, name)
    const child = startProcess([file, ...words.map((word) => fillPlaceholders(word, values))], {
      label: name,
      output: 'ignore',
    })
    const { ok, how } = await withinTimeout(child.ended, name).finally(child.end)
    if (!ok) throw new TransportError('protocol', withTargetWords(`${name}: its command ${how}`, child.readLastError()))
  }

/** Calls the default export of a module with the name of the hook and its values. */
const createModuleHook =
  (name: string, path: string): CallHook =>
  async (values) => {
    const { loadExport } = await import('./module-driver.ts')
    const main = await loadExport(path, name)
    try {
      await withinTimeout(Promise.resolve(main({ hook: name, ...values })), name)
    } catch (cause) {
      throw new TransportError('protocol', `${name}: its function failed`, { cause })
    }
  }

/** Sends the values as JSON. Its URL may have them as placeholders. */
const createHttpHook =
  (name: string, { url, method = 'POST', headers }: Hook): CallHook =>
  async (values) => {
    const { openTransport } = await import('../wire/client/transport.ts')
    const encoded = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, encodeURIComponent(value)]))
    const target = { url: fillPlaceholders(url, encoded) }
    const { call, close } = await openTransport(target, { environment: process.env })
    const request = {
      method,
      url: target.url,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(values),
    }
    try {
      const { status } = await call(request, { origin: 'configured', signal: new AbortController().signal })
      if (status < 200 || status > 299)
        throw new TransportError('protocol', `${name}: it answered with status ${status}`)
    } finally {
      await close()
    }
  }

async function withinTimeout<T>(pending: Promise<T>, name: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new TransportError('timeout', `${name}: it did not end within ${caps.timeout} s`)),
    1000 * caps.timeout,
  )
  try {
    return await Promise.race([pending, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
