import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { makeBillOfMaterials } from './sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const declarations = join(dist, 'types')
const require = createRequire(import.meta.url)

/** The entries that a project may import. */
const entries = ['index', 'vitest', 'suite', 'tags', 'msw', 'accept']

/** The files that Node opens by path: the command line, and the workers of its threads. */
const programs = {
  cli: 'src/cli/main.ts',
  'probe-worker': 'src/run/workers/probe-worker.ts',
  'proof-worker': 'src/prove/proof-worker.ts',
  'audit-worker': 'src/audit/audit-worker.ts',
}

/** Finds a development tool. It is absent where only the dependencies are installed: then there is nothing to build. */
function locate(tool: string): string | undefined {
  try {
    return dirname(require.resolve(`${tool}/package.json`))
  } catch {
    return undefined
  }
}

/** Lists a source and every module that is loaded together with it. Imports on demand are not followed. */
async function listLoadedModules(file: string): Promise<ReadonlySet<string>> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({ input: join(root, file), platform: 'node', external, logLevel: 'warn' })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])))
  const modules = new Set<string>()
  const follow = (name: string): void => {
    const chunk = chunks.get(name)
    chunks.delete(name)
    for (const id of chunk?.moduleIds ?? []) modules.add(id)
    for (const imported of chunk?.imports ?? []) follow(imported)
  }
  follow(output[0].fileName)
  return modules
}

/** Packages stay outside: npm installs them, once. */
const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
)

/**
 * JavaScript in few files, because opening eighty of them takes longer than running them. Entries and programs share
 * these files, so that each module is in the package once. Returns the modules that are in them.
 */
async function bundle(): Promise<readonly string[]> {
  const { rolldown } = await import('rolldown')
  const [verify, run] = await Promise.all([
    listLoadedModules('src/verify/verify.ts'),
    listLoadedModules('src/run-folder/run-to-folder.ts'),
  ])
  const input = { ...Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])), ...programs }
  const build = await rolldown({ cwd: root, input, platform: 'node', external, logLevel: 'warn' })
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
    codeSplitting: {
      groups: [
        { name: 'verify', test: (id: string) => verify.has(id), priority: 2 },
        { name: 'run', test: (id: string) => run.has(id), priority: 1 },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
  })
  await build.close()
  return output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
}

/** Declarations of the entries, and of what they refer to. */
function declare(typescript: string): void {
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  })
  const needed = new Set<string>()
  const follow = (file: string): void => {
    if (needed.has(file) || !existsSync(file)) return
    needed.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      follow(resolve(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
  for (const name of entries) follow(join(declarations, 'src', `${name}.d.ts`))
  for (const file of readdirSync(declarations, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (file.isFile() && !needed.has(path)) rmSync(path)
  }
}

/** Lets `npx assay` find the command of this checkout at once, as it would in a project that depends on it. */
function link(): void {
  const bin = join(root, 'node_modules/.bin')
  if (!existsSync(bin) || existsSync(join(bin, 'assay')) || process.platform === 'win32') return
  symlinkSync('../../bin/assay.js', join(bin, 'assay'))
}

link()
const typescript = locate('typescript')
if (typescript !== undefined && locate('rolldown') !== undefined && existsSync(join(root, 'src'))) {
  rmSync(dist, { recursive: true, force: true })
  const bundled = await bundle()
  declare(typescript)
  const lockFile = join(root, 'package-lock.json')
  if (existsSync(lockFile)) writeFileSync(join(dist, 'sbom.cdx.json'), makeBillOfMaterials(lockFile, bundled))
}
