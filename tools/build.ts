import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InputOptions, Plugin } from 'rolldown'
import manifest from '../package.json' with { type: 'json' }
import { isBuiltFromSources, noteSources } from './built-from.ts'
import { inlineFacades } from './inline-facades.ts'
import { makeBillOfMaterials } from './sbom.ts'
import { wrapCalledFunctions } from './wrap-functions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const declarations = join(dist, 'types')
const require = createRequire(import.meta.url)

/** The entries that a project may import. */
const entries = ['index', 'vitest', 'suite', 'tags', 'msw', 'accept', 'suite-kit']

/** The files that Node opens by path: the command line, and the workers of its threads. */
const programs = {
  cli: 'src/cli/main.ts',
  'probe-worker': 'suites/document/run/workers/probe-worker.ts',
  'proof-worker': 'suites/document/prove/proof-worker.ts',
  'audit-worker': 'src/audit/audit-worker.ts',
  'remote-worker': 'src/remote/remote-worker.ts',
}

/** Finds a development tool. It is absent where only the dependencies are installed: then there is nothing to build. */
function locate(tool: string): string | undefined {
  try {
    return dirname(require.resolve(`${tool}/package.json`))
  } catch {
    return undefined
  }
}

/**
 * Takes Node's own modules by `process.getBuiltinModule`. An import of one reads each of its exports, and so loads what
 * Node itself loads on demand: ten milliseconds for `node:util` and `node:fs` together.
 */
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (id) => (id.startsWith('node:') ? { id: `\0${id}`, moduleSideEffects: false } : null),
  load: (id) => (id.startsWith('\0node:') ? writeBuiltin(id.slice(1)) : null),
}

function writeBuiltin(id: string): string {
  const names = Object.keys(process.getBuiltinModule(id) ?? {}).filter((name) => /^[a-z]\w*$/i.test(name))
  if (id === 'node:zlib') return names.map((name) => `export const ${name} = ${takeLazily(id, name)}`).join('\n')
  const lines = names.map((name) => `export const ${name} = builtin.${name}`)
  return [`const builtin = process.getBuiltinModule('${id}')`, 'export default builtin', ...lines].join('\n')
}

/** Takes an export when it is called: few artefacts are compressed, and loading `node:zlib` takes five milliseconds. */
const takeLazily = (id: string, name: string): string =>
  /^[a-z]/.test(name) && name !== 'constants'
    ? `(...given) => process.getBuiltinModule('${id}').${name}(...given)`
    : `/* @__PURE__ */ process.getBuiltinModule('${id}').${name}`

/** Lists sources and every module that is loaded together with them. Imports on demand are not followed. */
async function listLoadedModules(...files: readonly string[]): Promise<ReadonlySet<string>> {
  const { rolldown } = await import('rolldown')
  const input = files.map((file) => join(root, file))
  const build = await rolldown({ input, ...options })
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
  for (const each of output) if (each.type === 'chunk' && each.isEntry) follow(each.fileName)
  return modules
}

/** Packages stay outside: npm installs them, once. */
const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).map(
  (name) => new RegExp(`^${name}(/|$)`),
)

/** Every module that was read: a change of one that only exports what others have may change a build, though it is not in it. */
const read = new Set<string>()

const noting: Plugin = {
  name: 'noting',
  buildEnd() {
    for (const id of this.getModuleIds()) read.add(id)
  },
}

const options: InputOptions = {
  platform: 'node',
  external,
  logLevel: 'warn',
  plugins: [builtins, noting],
  treeshake: { propertyReadSideEffects: false },
}

/**
 * JavaScript in few files, because opening eighty of them takes longer than running them. Entries and programs share
 * these files, so that each module is in the package once. Returns the modules that are in them.
 */
async function bundle(): Promise<readonly string[]> {
  const { rolldown } = await import('rolldown')
  const [start, verify, read, standards, run] = await Promise.all([
    listLoadedModules('src/cli/start.ts', 'src/cli/commands/verify.ts', 'src/cli/commands/explain.ts'),
    listLoadedModules(
      ...[
        'src/verify/cases.ts',
        'src/verify/options.ts',
        'src/verify/verdict-document.ts',
        'src/verify/verdict-lines.ts',
      ],
    ),
    listLoadedModules(
      ...['src/run-folder/read-run.ts', 'reporters/terminal.ts', 'src/compare/diff.ts', 'src/compare/diff-lines.ts'],
      ...['reporters/matrix.ts', 'reporters/text/paint.ts'],
    ),
    listLoadedModules('suites/standards.ts'),
    listLoadedModules('src/run-folder/run-to-folder.ts'),
  ])
  const input = { ...Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])), ...programs }
  const build = await rolldown({
    cwd: root,
    input,
    ...options,
  })
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
    codeSplitting: {
      groups: [
        { name: 'start', test: (id: string) => start.has(id), priority: 5 },
        { name: 'verify', test: (id: string) => verify.has(id), priority: 4 },
        { name: 'read', test: (id: string) => read.has(id), priority: 3 },
        { name: 'standards', test: (id: string) => standards.has(id), priority: 2 },
        { name: 'run', test: (id: string) => run.has(id), priority: 1 },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
  })
  await build.close()
  return output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
}

/** Prepares what `assay verify` calls for Node's compile cache. */
async function prepareStart(): Promise<void> {
  const example = (name: string): string => join(root, 'fixtures/artefacts', name)
  const context = ['--jwks', example('jwks.json'), '--issuer', 'https://issuer.example', '--now', '1795000000']
  const command = [join(dist, 'cli.js'), 'verify', example('credential.txt'), ...context]
  await wrapCalledFunctions(
    command,
    ['chunk-start.js', 'chunk-verify.js'].map((name) => join(dist, name)),
  )
}

/** Declarations of the entries, and of what they refer to. */
function declare(typescript: string): void {
  execFileSync(
    process.execPath,
    [join(typescript, 'bin/tsc'), '-p', join(root, 'tsconfig.build.json'), '--checkers', '1'],
    { stdio: 'inherit' },
  )
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
const started = Date.now()
const isNeeded = !process.argv.includes('--if-changed') || !isBuiltFromSources()
const typescript = locate('typescript')
if (isNeeded && typescript !== undefined && locate('rolldown') !== undefined && existsSync(join(root, 'src'))) {
  rmSync(dist, { recursive: true, force: true })
  declare(typescript) // first: this process takes little memory until it bundles
  const bundled = await bundle()
  inlineFacades(dist)
  await prepareStart()
  const lockFile = join(root, 'package-lock.json')
  if (existsSync(lockFile)) writeFileSync(join(dist, 'sbom.cdx.json'), makeBillOfMaterials(lockFile, bundled))
  noteSources(read, started)
}
