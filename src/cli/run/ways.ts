import { readFileSync } from 'node:fs'
import { type Lines, linesTo } from '../../assembly/lines.ts'
import { patience } from '../../drivers/manual/patience.ts'
import type { Person } from '../../drivers/manual.ts'
import { wayIn } from '../../drivers/way.ts'
import type { Driver } from '../../model/driver.ts'
import { WireError } from '../../model/errors.ts'
import type { Certificates, Listening, Settings, Target, TargetRole } from '../../model/settings.ts'
import type { FetchHandler } from '../../wire/app.ts'
import { caps } from '../../wire/caps.ts'
import type { Pem } from '../../wire/credentials.ts'
import type { ReachOptions } from '../../wire/remote.ts'
import { attempt } from '../inputs.ts'
import { type Encrypted, madeFor, pemIn, writeAuthority } from '../serve/encryption.ts'

/** The ways to the targets of a run, with the certificates that were configured, and the person who moves some of them. */
export const ways = ({ targets }: Settings, person?: Person): Promise<Lines> =>
  linesTo(targets, { optionsOf, driverFor: (role, target) => driverFor(role, target, person) })

const optionsOf = (role: TargetRole, { tls }: Target): ReachOptions => ({
  role,
  pem: pemOf(tls ?? {}),
  environment: process.env,
})

/** The driver of whoever cannot be called. */
async function driverFor(role: TargetRole, target: Target, person?: Person): Promise<Driver> {
  const { way, rest } = wayIn(target.url)
  const timeout = target.timeout ?? caps.timeout
  switch (way) {
    case 'module': {
      const { exportOf, moduleDriver } = await import('../../drivers/module.ts')
      return moduleDriver(await exportOf(rest, role), role, timeout)
    }
    case 'command': {
      const { commandDriver } = await import('../../drivers/command.ts')
      return commandDriver(rest, role, { timeout })
    }
    case 'exec': {
      const { execDriver } = await import('../../drivers/exec.ts')
      return execDriver(rest, role, { timeout })
    }
    case 'manual':
      return person?.driverFor(role, target.timeout ?? patience) ?? nobody(role)
    default: {
      const { httpDriver } = await import('../../drivers/http.ts')
      return httpDriver(target, role, optionsOf(role, target))
    }
  }
}

/** Where nobody can be asked, nothing is moved by hand. */
const nobody = (role: TargetRole): Driver => ({
  order: async () => {
    throw new WireError('configuration', `${role}: nobody is at hand to move it; \`assay run\` asks a person`)
  },
  close: async () => {},
})

/** A page that is served at the door, beside everything else. */
export type Page = Pick<Person, 'path' | 'page'>

/** A door for targets that call us, and the settings with its address in them. */
export interface Door {
  readonly settings: Settings
  /** Where it is reached on this machine. */
  readonly url: string
  /** Lets somebody answer whoever calls. */
  readonly listen: (handler: FetchHandler) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Opens the door to targets that call us, at any free port if none was chosen. The server is loaded only for that. */
export async function doorFor(settings: Settings, listen: Listening, beside?: Page): Promise<Door> {
  const { host, port, writeCa } = listen
  const { encryption: tls, authority } = await encryptionOf(listen)
  const { serve } = await import('../../wire/server.ts')
  let answer: FetchHandler = async () => new Response(null, { status: 503 })
  const toAll: FetchHandler = (request) => answer(request)
  const handler = beside ? withPage(beside, toAll) : toAll
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
async function encryptionOf({ host, publicUrl, tls }: Listening): Promise<Partial<Encrypted>> {
  if (tls === undefined) return {}
  if (tls !== true) return { encryption: { cert: pemIn(tls.cert), key: pemIn(tls.key) } }
  const outside = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  return madeFor([host, ...outside])
}

/** Whoever calls below the path of a page is answered there. */
const withPage =
  ({ page }: Page, answer: FetchHandler): FetchHandler =>
  (request) =>
    /^\/assay(\/|$)/.test(new URL(request.url).pathname) ? page(request) : answer(request)

function pemOf({ ca, cert, key, passphrase }: Certificates): Pem {
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : attempt(path, () => readFileSync(path, 'utf8'))
  const all = { ca: read(ca), cert: read(cert), key: read(key), passphrase }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
}
