import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { environment } from '../running-vitest.ts'

/** The reference actor of a standard in another process until the test is over, and where it gives what begins a session. */
export async function serveActor(actor: string, ...flags: readonly string[]): Promise<string> {
  const argv = [resolve('src/cli/main.ts'), 'serve', actor, '--port', '0', '--quiet', ...flags]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'ignore'], env: environment({}) })
  onTestFinished(() => void child.kill('SIGTERM'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return String(line).trim()
}

/** An issuer of OpenID4VCI, and where it gives offers. */
export const serveIssuer = (...flags: readonly string[]): Promise<string> => serveActor('openid4vci-issuer', ...flags)
