import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/assay-generated')

/** What every generated text is made from. */
const sources = ['fixtures', 'model', 'protocol', 'reporters', 'schemas', 'src', 'suites', 'tools']
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

function hashSources(): string {
  const modules = sources.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((each) => /\.(?:ts|json)$/.test(each))
      .map((each) => join(name, each)),
  )
  const hash = createHash('sha256').update(process.version)
  for (const file of [...modules.toSorted(), ...settings])
    hash.update(`\n${file} `).update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : 'absent')
  return hash.digest('hex')
}

/** Makes a text that takes seconds again only where a source is another one than when it was made. */
export function keepText(name: string, make: () => string): string {
  const file = join(folder, name)
  const hash = hashSources()
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (kept.startsWith(`${hash}\n`)) return kept.slice(hash.length + 1)
  const text = make()
  if (hashSources() === hash) write(file, `${hash}\n${text}`)
  return text
}

/** Writes a file as a whole: others may read it now. */
function write(file: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const unfinished = join(folder, randomUUID())
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}
