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

/** What only a command needs that plays faults; a verdict starts faster without it. */
const seldom =
  /fast-check|pure-rand|\/(faults|variants|chains|family|deviations|stranger|stage)\.ts$|src\/(actors|cli)\//

/** The command line once more, in few files: opening eighty of them takes longer than what is in them. */
async function bundle(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({ input: join(root, 'src/cli/main.ts'), platform: 'node', logLevel: 'warn' })
  const dir = join(root, 'dist/src/cli')
  const names = { entryFileNames: 'main.js', chunkFileNames: 'chunk-[name].js' }
  const codeSplitting = { groups: [{ name: 'core', test: (id: string) => !seldom.test(id) }] }
  rmSync(dir, { recursive: true })
  await build.write({
    dir,
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
    codeSplitting,
    ...names,
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
