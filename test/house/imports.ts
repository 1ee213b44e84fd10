import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Source files below a folder, the generated among them. */
export const sourcesIn = (folder: string): readonly string[] =>
  existsSync(folder) && !folder.endsWith('.json')
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name))
    : []

/** One import, types and lazy ones included. */
export interface Import {
  readonly file: string
  /** What is imported: a file of this repository, or a package. */
  readonly target: string
  readonly isOurs: boolean
}

const specifiers = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm

/** Everything that a file imports. */
export const importsOf = (file: string): readonly Import[] =>
  [...readFileSync(file, 'utf8').matchAll(specifiers)].map(([, path = '']) => {
    const isOurs = path.startsWith('.')
    return { file, target: isOurs ? join(dirname(file), path) : path, isOurs }
  })

/** The groups of files that import one another in a circle. */
export function circlesIn(files: readonly string[]): readonly (readonly string[])[] {
  const targets = new Map(
    files.map((file) => [file, importsOf(file).flatMap((each) => (each.isOurs ? each.target : []))]),
  )
  const reach = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const queue = [...(targets.get(from) ?? [])]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...(targets.get(next) ?? []))
    }
    return seen
  }
  const reached = new Map(files.map((file) => [file, reach(file)]))
  const inCircle = files.filter((file) => reached.get(file)?.has(file))
  const circles = new Map<string, string[]>()
  for (const file of inCircle) {
    const own = inCircle.filter((each) => reached.get(file)?.has(each) && reached.get(each)?.has(file)).toSorted()
    circles.set(own.join(' '), own)
  }
  return [...circles.values()]
}
