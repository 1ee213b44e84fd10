import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storedFiles } from '../src/explain/stored.ts'
import { writeExplanations } from '../tools/explanations.ts'
import type { Material } from './credentials.ts'
import { median } from './rounds.ts'

const node = process.execPath
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

/** The single executable, if it was built (`npm run build:executable`). */
const executable = fileURLToPath(new URL('../dist/executable/assay', import.meta.url))

/** The processes that are measured, beside one that does nothing. */
export const [leastStart, firstVerdict] = ['least to verify', 'executable, first verdict']

/** The least that a program on Node does which verifies a credential: one signature, its digests, and its JSON parsed. */
const leastProgram = `
const { createPublicKey, hash, verify } = process.getBuiltinModule('node:crypto')
const read = (file) => process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')
const parse = (text) => JSON.parse(Buffer.from(text, 'base64url'))
const [jwt, ...disclosures] = read(process.argv[1]).split('~').slice(0, -1)
const [header, payload, signature] = jwt.split('.')
const [jwk] = JSON.parse(read(process.argv[2])).keys
const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }
if (!verify('sha256', Buffer.from(header + '.' + payload), key, Buffer.from(signature, 'base64url'))) process.exit(1)
parse(payload)
for (const text of disclosures) console.assert(hash('sha256', text, 'base64url').length === 43 && parse(text).length === 3)
`

/** Milliseconds of each process, by its name, and of `node -e 0`. */
export interface Starts {
  readonly bare: number
  readonly others: ReadonlyMap<string, number>
}

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
  const [credential, keys] = [
    write('credential.txt', credentials.photo[0] ?? ''),
    write('jwks.json', JSON.stringify(jwks)),
  ]
  const known = ['--jwks', keys, '--now', `${world.now}`, '--issuer', world.issuer]
  const flags = { run: ['--quiet', '--out', join(folder, 'out')], verify: [credential, '--as', 'credential', ...known] }
  const programs: Readonly<Record<string, readonly string[]>> = {
    bare: [node, '-e', '0'],
    'assay --help': [node, cli, '--help'],
    'assay explain': [node, cli, 'explain', 'SD-DIGEST'],
    [leastStart]: [node, '-e', leastProgram, credential, keys],
    'assay verify': [node, cli, 'verify', ...flags.verify],
    'assay run': [node, cli, 'run', ...flags.run],
    'assay run --probes': [node, cli, 'run', ...flags.run, '--probes'],
    ...(existsSync(executable) && {
      'executable --help': [executable, '--help'],
      'executable verify': [executable, 'verify', ...flags.verify],
      [firstVerdict]: [executable, 'run', ...flags.run, '--only', 'CRED-TYP'],
    }),
  }
  // Compiled code is kept from one start to the next, below the folder for temporary files; not where a verdict is the first.
  const env = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: undefined }
  const all = Object.entries(programs)
  const samples = Array.from({ length: rounds + 1 }, () =>
    all.map(([name, program]) =>
      run(program, { ...env, ...(name === firstVerdict && { NODE_DISABLE_COMPILE_CACHE: '1' }) }),
    ),
  )
  rmSync(folder, { recursive: true })
  const medians = new Map(all.map(([name], i) => [name, median(samples.slice(1).map((each) => each[i] ?? Number.NaN))]))
  const { bare = Number.NaN } = Object.fromEntries(medians)
  medians.delete('bare')
  return { bare, others: medians }
}

function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(program, args, { env, stdio: 'pipe' })
  if (status !== 0) throw new Error(`\`${program} ${args[0]}\` ended with ${status}: ${stderr}`)
  return performance.now() - start
}
