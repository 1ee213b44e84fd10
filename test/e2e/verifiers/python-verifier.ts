import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isObject, type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { credentialProfiles, type Verify } from './profiles.ts'

/** The verifiers in Python: one process, which takes one command after the other. */
export interface PythonVerifiers {
  readonly bugs: readonly string[]
  /** The verifier with a bug; without one, the correct verifier. */
  readonly withBug: (bug?: string) => Verify
  readonly close: () => void
}

export async function startPythonVerifiers(): Promise<PythonVerifiers> {
  const child = spawn('python3', ['-B', fileURLToPath(new URL('verifier.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const read = async (): Promise<JsonObject> => parseJsonObject((await lines.next()).value ?? '')
  const exchange = (line: object): Promise<JsonObject> => {
    child.stdin.write(`${JSON.stringify(line)}\n`)
    return read()
  }
  const { bugs } = await read()
  return {
    bugs: Array.isArray(bugs) ? bugs.map(String) : [],
    withBug:
      (bug = '') =>
      async ({ presentation, issuer }, { profile, get, now }) => {
        const names = Object.entries(credentialProfiles)
        const name = names.find(([, each]) => each === profile)?.[0]
        let reply = await exchange({ bug, profile: name, presentation, issuer, now })
        while (typeof reply.get === 'string') reply = await exchange(await fetchBody(reply.get, get))
        if (reply.accepted !== true) throw new Error(String(reply.refused))
        return isObject(reply.claims) ? reply.claims : {}
      },
    close: () => void child.kill(),
  }
}

const fetchBody = (url: string, get: (url: string) => Promise<string>): Promise<object> =>
  get(url).then(
    (body) => ({ body }),
    () => ({ failed: true }),
  )
