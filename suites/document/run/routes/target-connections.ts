import type { Driver } from '../../../../model/driver.ts'
import { TransportError } from '../../../../model/errors.ts'
import type { CertificateFault } from '../../../../model/probe.ts'
import type { TargetRole } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { ClientTls, Listening, Target } from '../../../../model/target.ts'
import { defaultTimeout } from '../../../../src/drivers/manual/timeout.ts'
import type { ManualDriver } from '../../../../src/drivers/manual-driver.ts'
import { makeServerTls, readPemFile, type ServerTls, writeAuthority } from '../../../../src/files/tls.ts'
import type { TransportOptions } from '../../../../src/wire/client/transport.ts'
import type { FetchHandler } from '../../../../src/wire/server/app.ts'
import type { CallerRules } from '../../../../src/wire/server/guard-handler.ts'
import { selectCertificate } from '../../../../src/wire/server/select-certificate.ts'
import { shapedAs } from '../../model/endpoints.ts'
import { openRoutes, type TargetRoutes } from './target-routes.ts'

/** Opens the routes to the targets of a run, with the configured certificates. */
export const openTargetRoutes = ({ targets }: Settings, manual?: ManualDriver): Promise<TargetRoutes> =>
  openRoutes(targets, { createOptions, createDriver: (role, target) => createDriver(role, target, manual) })

const createOptions = (role: TargetRole, { tls }: Target): TransportOptions => ({
  role,
  pem: readPem(tls ?? {}),
  environment: process.env,
})

/** Creates the driver of a target that cannot be called. */
async function createDriver(role: TargetRole, target: Target, manual?: ManualDriver): Promise<Driver> {
  const { openDriver } = await import('../../../../src/drivers/open-driver.ts')
  const driver = await openDriver(target, role, () => ({ ...createOptions(role, target), shapedAs }))
  return driver ?? manual?.driverFor(role, target.timeout ?? defaultTimeout) ?? createAbsentDriver(role)
}

/** Creates a driver that rejects every command: no person operates the target. */
const createAbsentDriver = (role: TargetRole): Driver => ({
  execute: async () => {
    throw new TransportError(
      'configuration',
      `${role}: a manual target needs a person at the terminal; use \`assay run\``,
    )
  },
  close: async () => {},
})

/** A page that our server shows to the person at the terminal. */
export type Page = Pick<ManualDriver, 'path' | 'page'>

/** A server for targets that call us, and the settings with its address. */
export interface Listener {
  readonly settings: Settings
  /** Its address on this machine. */
  readonly url: string
  /** Sets the handler that answers calls. */
  readonly listen: (handler: FetchHandler) => Promise<() => Promise<void>>
  /** Shows a faulty certificate from now on, or the right one. Absent where the certificate was not made here. */
  readonly showCertificate?: (fault?: CertificateFault) => void
  readonly close: () => Promise<void>
}

/** Opens a server for targets that call us, at any free port if the port is 0. The server module is loaded only here. */
export async function openListener(settings: Settings, listen: Listening, page?: Page): Promise<Listener> {
  const { host, port, publicUrl, writeCa } = listen
  const { encryption: tls, authority, faulty } = await readEncryption(listen)
  let answer: FetchHandler = async () => new Response(null, { status: 503 })
  const answerCurrent: FetchHandler = (request) => answer(request)
  const hosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const { serve } = await import('../../../../src/wire/server/server.ts')
  const handler = page ? await addPage(page, answerCurrent, { host, hosts }) : answerCurrent
  const { url, close, showCertificate } = await serve(() => handler, { host, port, hosts, ...(tls && { tls }) })
  try {
    // Written only when the port is ours: until then, the file may belong to another run, whose targets trust it.
    if (writeCa !== undefined && authority !== undefined) writeAuthority(writeCa, authority)
  } catch (error) {
    await close()
    throw error
  }
  return {
    // A URL does not contain the default port of its scheme.
    settings: { ...settings, listen: { ...listen, port: port || Number(new URL(url).port) } },
    url,
    listen: async (handler) => {
      answer = handler
      return async () => {}
    },
    // Behind a public URL, a proxy may end the TLS of the target, and not look at our certificate.
    ...(tls &&
      faulty &&
      publicUrl === undefined && { showCertificate: selectCertificate(showCertificate, tls, faulty) }),
    close,
  }
}

/** Reads the certificate of our server, if it uses TLS, or makes one for every name of the server. */
async function readEncryption({ host, publicUrl, tls }: Listening): Promise<Partial<ServerTls>> {
  if (tls === undefined) return {}
  if (tls !== true) return { encryption: { cert: readPemFile(tls.cert), key: readPemFile(tls.key) } }
  const publicNames = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  return makeServerTls([host, ...publicNames])
}

/** Adds a page to a handler, at its own path. Its forms are sent from nowhere else. */
async function addPage({ page }: Page, answer: FetchHandler, rules: CallerRules): Promise<FetchHandler> {
  const { createGuardedHandler } = await import('../../../../src/wire/server/guard-handler.ts')
  const own = createGuardedHandler(page, { ...rules, origins: 'own' })
  return (request) => (/^\/assay(\/|$)/.test(new URL(request.url).pathname) ? own(request) : answer(request))
}

function readPem({ ca, cert, key, passphrase }: ClientTls): ClientTls {
  const read = (path: string | undefined): string | undefined => (path === undefined ? undefined : readPemFile(path))
  const texts = { ca: read(ca), cert: read(cert), key: read(key), passphrase }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}
