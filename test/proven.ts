import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirementsByFolder } from '../suites/document/all/requirements.ts'
import { sections } from '../suites/document/sections.ts'
import { importsOf, sourcesIn } from './house/imports.ts'
import { played, type Samples } from './sample.ts'

// `npm test` does not play again what it has proven on this machine, as long as nothing changed on which the proof depends.
// CI plays all tables, and so does a run with `TEST_KEPT=off`.

/** Proofs that were kept, and those that are made now: by table, such as `NONCE`. */
export interface Proofs {
  /** What has to be played. */
  readonly open: <T extends { readonly id: string }>(all: readonly T[]) => readonly T[]
  /** Notes that one is proven. */
  readonly note: (id: string) => void
  /** Keeps the proof of each table of which everything is proven. */
  readonly close: () => void
}

/** Where proofs are kept, what each depends on, and whether they are used and made. */
export interface Keeping {
  readonly folder: string
  readonly hash: (table: string) => string
  readonly isUsed: boolean
  readonly isMade: boolean
}

/** In CI nothing is kept. Without a sample, everything is played; what is proven then is kept for the next sample. */
export function readKeeping({ CI, TEST_KEPT }: NodeJS.ProcessEnv, samples: Samples | undefined) {
  const isMade = !CI && TEST_KEPT !== 'off'
  return { isMade, isUsed: isMade && samples !== undefined }
}

/** Opens the proofs of a test. */
export function openProofs(name: string, given: Partial<Keeping> = {}): Proofs {
  const folder = 'node_modules/.cache/assay-proofs'
  const { hash, isUsed, isMade, ...at } = {
    folder,
    hash: createHashing(),
    ...readKeeping(process.env, played),
    ...given,
  }
  const fileOf = (table: string): string => join(at.folder, `${name}-${table}`)
  const left = new Map<string, Set<string>>()
  const isKept = (table: string): boolean => isUsed && readKept(fileOf(table)) === hash(table)
  return {
    open: (all) => {
      for (const { id } of all) left.set(tableOf(id), (left.get(tableOf(id)) ?? new Set()).add(id))
      return all.filter(({ id }) => !isKept(tableOf(id)))
    },
    note: (id) => void left.get(tableOf(id))?.delete(id),
    close: () => {
      const proven = [...left].flatMap(([table, ids]) => (isMade && ids.size === 0 ? [table] : []))
      if (proven.length > 0) mkdirSync(at.folder, { recursive: true })
      for (const table of proven) writeFileSync(fileOf(table), hash(table))
    },
  }
}

const tableOf = (id: string): string => /^[A-Z]+/.exec(id)?.[0] ?? ''

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const sectionFolders = sections.map((section) => `suites/document/${section}/`)
const isInSection = (file: string): boolean => sectionFolders.some((folder) => file.startsWith(folder))

/** What every proof depends on: all but the sections. */
const common = ['fixtures', 'model', 'protocol', 'schemas', 'src', 'suites'].concat([
  'test/matrix.test.ts',
  'test/catalogue.ts',
  'test/proven.ts',
])

/** Creates what computes the hash of all that the proof of a table depends on. */
export function createHashing(read = (file: string): string => readFileSync(file, 'utf8')): Keeping['hash'] {
  const hashAll = (files: readonly string[]): string => {
    const all = createHash('sha256').update(`${process.version}\n`)
    for (const file of files.toSorted()) all.update(`${file}\n`).update(read(file))
    return all.digest('hex')
  }
  const listed = ['package-lock.json', ...common.flatMap(listFiles).filter((file) => !isInSection(file))]
  let engine: string | undefined
  return (table) => {
    engine ??= hashAll(listed)
    return `${engine} ${hashAll(listSectionFiles(table))}`
  }
}

const listFiles = (path: string): readonly string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|json|pem)$/.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name))

/** The sources of the sections that a table is in, and what these import of other sections. A table of no section has all. */
function listSectionFiles(table: string): readonly string[] {
  const own = sections.filter((section) => requirementsByFolder[section]?.some(({ id }) => tableOf(id) === table))
  const files = new Set((own.length > 0 ? own : sections).flatMap((section) => sourcesIn(`suites/document/${section}`)))
  for (const file of files) for (const { target } of importsOf(file)) if (isInSection(target)) files.add(target)
  return [...files]
}
