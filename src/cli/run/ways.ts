import { readFileSync } from 'node:fs'
import { type Lines, linesTo } from '../../assembly/lines.ts'
import type { Certificates, Settings } from '../../model/settings.ts'
import type { FetchHandler } from '../../wire/app.ts'
import type { Pem } from '../../wire/credentials.ts'
import { attempt } from '../inputs.ts'

/** The ways to the targets of a run, with the certificates that were configured. */
export const ways = ({ targets }: Settings): Promise<Lines> =>
  linesTo(targets, (_, { tls }) => ({ pem: pemOf(tls ?? {}), environment: process.env }))

/** Opens the door to targets that call us. The server is loaded only if there is a door. */
export const doorFor =
  ({ host, port }: NonNullable<Settings['listen']>) =>
  async (handler: FetchHandler): Promise<() => Promise<void>> => {
    const { serve } = await import('../../wire/server.ts')
    const { close } = await serve(() => handler, { host, port })
    return close
  }

function pemOf({ ca, cert, key, passphrase }: Certificates): Pem {
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : attempt(path, () => readFileSync(path, 'utf8'))
  const all = { ca: read(ca), cert: read(cert), key: read(key), passphrase }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
}
