import { readFileSync } from 'node:fs'
import { type Lines, linesTo } from '../../assembly/lines.ts'
import { wayIn } from '../../drivers/way.ts'
import type { Driver } from '../../model/driver.ts'
import type { Certificates, Settings, Target, TargetRole } from '../../model/settings.ts'
import type { FetchHandler } from '../../wire/app.ts'
import { caps } from '../../wire/caps.ts'
import type { Pem } from '../../wire/credentials.ts'
import type { ReachOptions } from '../../wire/remote.ts'
import { attempt } from '../inputs.ts'

/** The ways to the targets of a run, with the certificates that were configured. */
export const ways = ({ targets }: Settings): Promise<Lines> => linesTo(targets, { optionsOf, driverFor })

const optionsOf = (role: TargetRole, { tls }: Target): ReachOptions => ({
  role,
  pem: pemOf(tls ?? {}),
  environment: process.env,
})

/** The driver of whoever cannot be called. */
async function driverFor(role: TargetRole, target: Target): Promise<Driver> {
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
    default: {
      const { httpDriver } = await import('../../drivers/http.ts')
      return httpDriver(target, role, optionsOf(role, target))
    }
  }
}

/** A door for targets that call us, and the settings with its address in them. */
export interface Door {
  readonly settings: Settings
  /** Lets somebody answer whoever calls. */
  readonly listen: (handler: FetchHandler) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Opens the door to targets that call us, at any free port if none was chosen. The server is loaded only for that. */
export async function doorFor(settings: Settings, listen: NonNullable<Settings['listen']>): Promise<Door> {
  const { serve } = await import('../../wire/server.ts')
  let answer: FetchHandler = async () => new Response(null, { status: 503 })
  const { url, close } = await serve(() => (request) => answer(request), listen)
  return {
    settings: { ...settings, listen: { ...listen, port: Number(new URL(url).port) } },
    listen: async (handler) => {
      answer = handler
      return async () => {}
    },
    close,
  }
}

function pemOf({ ca, cert, key, passphrase }: Certificates): Pem {
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : attempt(path, () => readFileSync(path, 'utf8'))
  const all = { ca: read(ca), cert: read(cert), key: read(key), passphrase }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
}
