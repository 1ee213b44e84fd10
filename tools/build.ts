import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)

/** Where a tool of development is; nothing where they were not installed: then there is nothing to build with. */
function locate(tool: string): string | undefined {
  try {
    return dirname(require.resolve(`${tool}/package.json`))
  } catch {
    return undefined
  }
}

/** JavaScript and types of everything that is published, file by file. */
function compile(typescript: string): void {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  })
}

/** A file of the command line, and every module that is loaded with it at once. */
async function loadedWith(file: string): Promise<ReadonlySet<string>> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({ input: join(root, file), platform: 'node', logLevel: 'warn' })
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

/**
 * The command line once more, in few files: opening eighty of them takes longer than what is in them. What a verdict
 * takes is one file, what a run takes besides is another; everything else is loaded where it is needed.
 */
async function bundle(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const [core, play] = [await loadedWith('src/cli/commands/verify.ts'), await loadedWith('src/cli/commands/run.ts')]
  const input = { main: join(root, 'src/cli/main.ts'), thread: join(root, 'src/workers/worker.ts') }
  const build = await rolldown({ input, platform: 'node', logLevel: 'warn' })
  await build.write({
    dir: join(root, 'dist/cli'),
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
    codeSplitting: {
      groups: [
        { name: 'core', test: (id: string) => core.has(id), priority: 2 },
        { name: 'play', test: (id: string) => play.has(id), priority: 1 },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
  })
  await build.close()
}

/** Lets `npx assay` find the command of this checkout at once, as it would in a project that depends on it. */
function link(): void {
  const bin = join(root, 'node_modules/.bin')
  if (!existsSync(bin) || existsSync(join(bin, 'assay')) || process.platform === 'win32') return
  symlinkSync('../../bin/assay.js', join(bin, 'assay'))
}

link()
const typescript = locate('typescript')
if (typescript !== undefined && existsSync(join(root, 'src'))) {
  compile(typescript)
  if (locate('rolldown') !== undefined) await bundle()
}
