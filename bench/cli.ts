import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Material } from './credentials.ts'
import { median } from './rounds.ts'

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

/** How long one verdict takes as a process of its own, in milliseconds, beside a process that does nothing. */
export interface Start {
  readonly bare: number
  readonly verify: number
}

/** Starts both in turn. Nothing, if the command line was not built. */
export function measureStart({ world, jwks, credentials }: Material, rounds: number): Start | undefined {
  if (!existsSync(cli)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const known = ['--jwks', put('jwks.json', JSON.stringify(jwks)), '--now', `${world.now}`, '--issuer', world.issuer]
  const verify = [cli, 'verify', put('credential.txt', credentials.photo[0] ?? ''), '--as', 'credential', ...known]
  // What `bin/assay.js` does before it loads the same file: compiled code is kept from one start to the next.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') }
  const samples = Array.from({ length: rounds + 1 }, () => ({ bare: run(['-e', '0'], env), verify: run(verify, env) }))
  rmSync(folder, { recursive: true })
  const warm = samples.slice(1)
  return { bare: median(warm.map(({ bare }) => bare)), verify: median(warm.map((each) => each.verify)) }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: 'pipe' })
  if (status !== 0) throw new Error(`\`node ${args[0]}\` ended with ${status}: ${stderr}`)
  return performance.now() - start
}
