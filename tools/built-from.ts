import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const note = join(root, 'dist/built-from.json')

/** What makes a build besides the modules that are in it. */
const makers = ['build.ts', 'inline-facades.ts', 'wrap-functions.ts'].map((name) => `tools/${name}`)
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'bin/assay.js']

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) {
    const path = join(root, file)
    const content = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'absent'
    hash.update(`\n${file} ${content}`)
  }
  return hash.digest('hex')
}

/**
 * Notes in `dist` which files it was built from. A build ends with this: there is no note of one that was interrupted, or during
 * which a file changed.
 */
export function noteSources(modules: Iterable<string>, started: number): void {
  const own = [...modules].filter((id) => isAbsolute(id) && existsSync(id)).map((id) => relative(root, id))
  const files = [...new Set([...own.toSorted(), ...makers, ...settings])].filter((file) => existsSync(join(root, file)))
  if (files.some((file) => statSync(join(root, file)).mtimeMs > started)) return
  writeFileSync(note, JSON.stringify({ hash: hashFiles(files), files }))
}

/** Whether `dist` was built, by this Node, from what these files hold now. A new module changes one that imports it. */
export function isBuiltFromSources(): boolean {
  if (!existsSync(note)) return false
  const { hash, files } = JSON.parse(readFileSync(note, 'utf8'))
  return hash === hashFiles(files)
}
