import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storedFiles } from '../src/explain/stored.ts'
import { writeExplanations } from '../tools/explanations.ts'
import type { Material } from './credentials.ts'
import { median } from './rounds.ts'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

/** The commands that are started as processes, beside one that does nothing. */
export type Command = 'assay --help' | 'assay explain' | 'assay verify' | 'assay run' | 'assay run --probes'

/** Milliseconds of each. */
export type Starts = Readonly<Record<Command | 'node -e 0', number>>

/** Starts all of them in turn; undefined if the command line was not built. */
export async function measureStarts(
  { world, jwks, credentials }: Material,
  rounds: number,
): Promise<Starts | undefined> {
  if (!existsSync(cli)) return undefined
  // A package has all of them: here, the one that is measured.
  const built = dirname(cli)
  if (!existsSync(join(built, storedFiles.index))) await writeExplanations(built, ['SD-DIGEST'])
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const known = ['--jwks', write('jwks.json', JSON.stringify(jwks)), '--now', `${world.now}`, '--issuer', world.issuer]
  const runCommand = [cli, 'run', '--quiet', '--out', join(folder, 'out')]
  const commands: Readonly<Record<keyof Starts, readonly string[]>> = {
    'node -e 0': ['-e', '0'],
    'assay --help': [cli, '--help'],
    'assay explain': [cli, 'explain', 'SD-DIGEST'],
    'assay verify': [
      cli,
      'verify',
      write('credential.txt', credentials.photo[0] ?? ''),
      '--as',
      'credential',
      ...known,
    ],
    'assay run': runCommand,
    'assay run --probes': [...runCommand, '--probes'],
  }
  // Compiled code is kept from one start to the next, below the folder for temporary files.
  const env = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: undefined }
  const all = Object.entries(commands)
  const samples = Array.from({ length: rounds + 1 }, () => all.map(([, args]) => run(args, env)))
  rmSync(folder, { recursive: true })
  const warm = samples.slice(1)
  const medians = all.map(([name], i) => [name, median(warm.map((each) => each[i] ?? Number.NaN))])
  return Object.fromEntries(medians)
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: 'pipe' })
  if (status !== 0) throw new Error(`\`node ${args[0]}\` ended with ${status}: ${stderr}`)
  return performance.now() - start
}
