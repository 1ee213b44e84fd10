import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { assayCommand } from '../assay-command.ts'
import { environment } from '../running-vitest.ts'

/** A reference actor of a standard in another process: where it gives what begins a session, and how it is ended. */
export async function startActor(actor: string, ...flags: readonly string[]) {
  const argv = [assayCommand, 'serve', actor, '--port', '0', '--quiet', ...flags]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'ignore'], env: environment({}) })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { address: String(line).trim(), stop: () => void child.kill('SIGTERM') }
}

/** The same until the test is over. */
export async function serveActor(actor: string, ...flags: readonly string[]): Promise<string> {
  const { address, stop } = await startActor(actor, ...flags)
  onTestFinished(stop)
  return address
}

/** An issuer of OpenID4VCI, and where it gives offers. */
export const serveIssuer = (...flags: readonly string[]): Promise<string> => serveActor('openid4vci-issuer', ...flags)
