import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }

// Makes one file of Node and the compiled package: `npm run build:executable`. `--node FILE` takes the Node of another
// platform, which must have the same version; `--output FILE` names the executable. On Linux, the folder `image` beside it
// has the root of a container: the executable and the libraries that it is linked to.

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const work = join(dist, 'executable')
const { values } = parseArgs({
  options: { node: { type: 'string' }, output: { type: 'string', default: join(dist, 'executable/assay') } },
})

/** The packages that compiled files import, as they import them. */
function listImported(files: readonly string[]): readonly string[] {
  const names = Object.keys(manifest.dependencies).join('|')
  const pattern = new RegExp(`(?:from|import\\(?)\\s*["'\`]((?:${names})(?:/[^"'\`]*)?)["'\`]`, 'g')
  return [
    ...new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name))),
  ]
}

const nameFile = (name: string): string => name.replaceAll('/', '-')

/** Names what a package exports: the bundle of a CommonJS package has only a default export. */
async function writeEntry(name: string, file: string): Promise<void> {
  const names = Object.keys(await import(name)).filter((each) => /^[a-z_$][\w$]*$/i.test(each) && each !== 'default')
  const lines = names.map((each) => `const ${each}_ = all.${each}; export { ${each}_ as ${each} }`)
  writeFileSync(file, [`import * as all from '${name}'`, ...lines].join('\n'))
}

/** Bundles packages, each into a file that is named after it. */
async function bundlePackages(names: readonly string[], dir: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const input = Object.fromEntries(names.map((name) => [nameFile(name), join(work, `${nameFile(name)}.mjs`)]))
  await Promise.all(names.map((name) => writeEntry(name, input[nameFile(name)] ?? '')))
  const build = await rolldown({ cwd: root, input, platform: 'node', logLevel: 'warn' })
  await build.write({ dir, format: 'esm', minify: { mangle: false, compress: true, codegen: true } })
  await build.close()
}

const listFiles = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder).filter((name) => ending.test(name))

const compiled = listFiles(dist, /\.(js|json|txt)$/)
const imported = listImported(compiled.filter((name) => name.endsWith('.js')).map((name) => join(dist, name)))

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
await bundlePackages(imported, join(work, 'packages'))

/** What projects may import, by its name. */
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [[name.replace(/^\./, manifest.name), target.default.replace(/^\.\//, '')] as const],
)
const packages = imported.map((name) => [name, `packages/${nameFile(name)}.js`] as const)
writeFileSync(
  join(work, 'modules.json'),
  JSON.stringify({ entries: Object.fromEntries(entries), packages: Object.fromEntries(packages) }),
)

/** Names in the executable, with the files that they are made of. */
const assets = {
  'main.cjs': join(root, 'tools/executable/main.cjs'),
  'modules.json': join(work, 'modules.json'),
  ...Object.fromEntries(compiled.map((name) => [`dist/${name}`, join(dist, name)])),
  ...Object.fromEntries(
    listFiles(join(work, 'packages'), /\.js$/).map((name) => [`packages/${name}`, join(work, 'packages', name)]),
  ),
  'schemas.json': join(work, 'schemas.json'),
}
writeFileSync(assets['schemas.json'], JSON.stringify(listFiles(join(root, 'schemas'), /\.schema\.json$/)))

const configuration = {
  main: assets['main.cjs'],
  output: values.output,
  ...(values.node !== undefined && { executable: values.node }),
  disableExperimentalSEAWarning: true,
  assets,
}
writeFileSync(join(work, 'sea.json'), JSON.stringify(configuration))
execFileSync(process.execPath, ['--build-sea', join(work, 'sea.json')], { stdio: ['ignore', 'ignore', 'inherit'] })

/** Puts the root of a container together. The libraries are those of this machine. */
function makeImage(executable: string, image: string): void {
  for (const folder of ['work', 'tmp']) mkdirSync(join(image, folder), { recursive: true })
  linkSync(executable, join(image, 'assay'))
  const linked = execFileSync('ldd', [executable], { encoding: 'utf8' })
  for (const [library] of linked.matchAll(/\/\S+/g)) {
    mkdirSync(join(image, dirname(library)), { recursive: true })
    copyFileSync(library, join(image, library))
  }
}

if (process.platform === 'linux' && values.node === undefined)
  makeImage(resolve(values.output), join(dirname(resolve(values.output)), 'image'))
