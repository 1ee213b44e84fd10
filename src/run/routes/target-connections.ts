import type { Driver } from '../../../model/driver.ts'
import { TransportError } from '../../../model/errors.ts'
import type { TargetRole } from '../../../model/role.ts'
import type { ClientTls, Listening, Settings, Target } from '../../../model/settings.ts'
import { parseTargetUrl } from '../../drivers/driver-kind.ts'
import { defaultTimeout } from '../../drivers/manual/timeout.ts'
import type { ManualDriver } from '../../drivers/manual-driver.ts'
import { makeServerTls, readPemFile, type ServerTls, writeAuthority } from '../../files/tls.ts'
import { caps } from '../../wire/client/limits.ts'
import type { PemTexts } from '../../wire/client/tls-context.ts'
import type { TransportOptions } from '../../wire/client/transport.ts'
import type { FetchHandler } from '../../wire/server/app.ts'
import { openRoutes, type TargetRoutes } from './target-routes.ts'

/** The ways to the targets of a run, with the certificates that were configured, and the person who moves some of them. */
export const openTargetRoutes = ({ targets }: Settings, person?: ManualDriver): Promise<TargetRoutes> =>
  openRoutes(targets, { createOptions, createDriver: (role, target) => createDriver(role, target, person) })

const createOptions = (role: TargetRole, { tls }: Target): TransportOptions => ({
  role,
  pem: readPem(tls ?? {}),
  environment: process.env,
})

/** The driver of whoever cannot be called. */
async function createDriver(role: TargetRole, target: Target, person?: ManualDriver): Promise<Driver> {
  const { way, rest } = parseTargetUrl(target.url)
  const timeout = target.timeout ?? caps.timeout
  switch (way) {
    case 'module': {
      const { loadExport, createModuleDriver } = await import('../../drivers/module-driver.ts')
      return createModuleDriver(await loadExport(rest, role), role, timeout)
    }
    case 'command': {
      const { createCommandDriver } = await import('../../drivers/command-driver.ts')
      return createCommandDriver(rest, role, { timeout })
    }
    case 'exec': {
      const { createExecDriver } = await import('../../drivers/exec-driver.ts')
      return createExecDriver(rest, role, { timeout })
    }
    case 'manual':
      return person?.driverFor(role, target.timeout ?? defaultTimeout) ?? createAbsentDriver(role)
    default: {
      const { createHttpDriver } = await import('../../drivers/http-driver.ts')
      return createHttpDriver(target, role, createOptions(role, target))
    }
  }
}

/** Where nobody can be asked, nothing is moved by hand. */
const createAbsentDriver = (role: TargetRole): Driver => ({
  execute: async () => {
    throw new TransportError('configuration', `${role}: nobody is at hand to move it; \`assay run\` asks a person`)
  },
  close: async () => {},
})

/** A page that is served at the door, beside everything else. */
export type Page = Pick<ManualDriver, 'path' | 'page'>

/** A door for targets that call us, and the settings with its address in them. */
export interface Listener {
  readonly settings: Settings
  /** Where it is reached on this machine. */
  readonly url: string
  /** Lets somebody answer whoever calls. */
  readonly listen: (handler: FetchHandler) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Opens the door to targets that call us, at any free port if none was chosen. The server is loaded only for that. */
export async function openListener(settings: Settings, listen: Listening, beside?: Page): Promise<Listener> {
  const { host, port, writeCa } = listen
  const { encryption: tls, authority } = await readEncryption(listen)
  const { serve } = await import('../../wire/server/server.ts')
  let answer: FetchHandler = async () => new Response(null, { status: 503 })
  const toAll: FetchHandler = (request) => answer(request)
  const handler = beside ? addPage(beside, toAll) : toAll
  const { url, close } = await serve(() => handler, { host, port, ...(tls && { tls }) })
  try {
    // Not before the port is ours: another run may have written the file, and its targets trust what is in it.
    if (writeCa !== undefined && authority !== undefined) writeAuthority(writeCa, authority)
  } catch (error) {
    await close()
    throw error
  }
  return {
    // A URL does not tell the usual port of its scheme.
    settings: { ...settings, listen: { ...listen, port: port || Number(new URL(url).port) } },
    url,
    listen: async (handler) => {
      answer = handler
      return async () => {}
    },
    close,
  }
}

/** How the door is encrypted, if it is: a certificate that is made is made for every name by which we are called. */
async function readEncryption({ host, publicUrl, tls }: Listening): Promise<Partial<ServerTls>> {
  if (tls === undefined) return {}
  if (tls !== true) return { encryption: { cert: readPemFile(tls.cert), key: readPemFile(tls.key) } }
  const outside = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  return makeServerTls([host, ...outside])
}

/** Whoever calls below the path of a page is answered there. */
const addPage =
  ({ page }: Page, answer: FetchHandler): FetchHandler =>
  (request) =>
    /^\/assay(\/|$)/.test(new URL(request.url).pathname) ? page(request) : answer(request)

function readPem({ ca, cert, key, passphrase }: ClientTls): PemTexts {
  const read = (path: string | undefined): string | undefined => (path === undefined ? undefined : readPemFile(path))
  const all = { ca: read(ca), cert: read(cert), key: read(key), passphrase }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
}
