import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Driver, DriverCommand, WaitOptions } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'

/** An order to take an offer. */
export const offering = (session = 'first', offer = '{"an":"offer"}'): DriverCommand & { readonly verb: 'offer' } => ({
  verb: 'offer',
  offer,
  credentialIdentifier: 'credential-0001',
  txnCode: '493536',
  redirectUri: 'identityapp://open',
  session,
  issuer: 'http://127.0.0.1:1/s/first',
  statusService: 'http://127.0.0.1:1/s/first',
  walletBackend: 'http://127.0.0.1:1/s/first',
})

/** How somebody waits that is never interrupted, and to whom nothing comes. */
export const waiting = (given: Partial<WaitOptions> = {}): WaitOptions => ({
  signal: new AbortController().signal,
  arrival: Promise.withResolvers<string>().promise,
  ...given,
})

/** The command line of a puppet. */
export const puppet = (act: string): string => `'${process.execPath}' '${resolve('test/drivers/puppet.ts')}' ${act}`

/** A driver that is closed when its test is over. */
export function closing(driver: Driver): Driver {
  onTestFinished(driver.close)
  return driver
}

/** How an order was lost. */
export async function lossOf(ordered: Promise<unknown>): Promise<Pick<TransportError, 'kind' | 'message'>> {
  const error = await ordered.then(
    (deed) => new TypeError(`it was not lost: ${JSON.stringify(deed)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof TransportError)) throw error
  return { kind: error.kind, message: error.message }
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
