import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Mutant } from './operators.ts'
import { readReached, type ScriptCoverage } from './reach.ts'

const modules = 'node_modules/'

/** A published package in a folder of its own, where its source can be changed. */
export interface PackageCopy {
  readonly folder: string
  /** The packages of it that are mutated. */
  readonly packages: readonly string[]
  readonly remove: () => void
}

/** Copies a package and its siblings, and links whatever else is installed beside them. */
export function copyPackage(name: string, installed: string, isOther: (name: string) => boolean): PackageCopy {
  const from = join(installed, modules)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-mutants-')))
  const to = join(folder, modules)
  const top = name.includes('/') ? dirname(name) : name
  mkdirSync(to)
  cpSync(join(from, top), join(to, top), { recursive: true, dereference: true })
  for (const each of readdirSync(from)) if (each !== top) symlinkSync(realpathSync(join(from, each)), join(to, each))
  return { folder, packages: listPackages(from, name, isOther), remove: () => rmSync(folder, { recursive: true }) }
}

/** A package, and those of its scope that it is made of. */
function listPackages(folder: string, name: string, isOther: (name: string) => boolean): readonly string[] {
  const file = join(folder, name, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  const own = Object.keys(dependencies).filter((each) => each.startsWith(`${dirname(name)}/`) && !isOther(each))
  return [...new Set([name, ...own.flatMap((each) => listPackages(folder, each, isOther))])]
}

/** Which files of a package its processes load, and which places they reach, by the coverage that V8 writes. */
export async function watchPackage<T>(
  { folder, packages }: PackageCopy,
  play: () => Promise<T>,
): Promise<{ readonly value: T; readonly files: readonly string[]; readonly reached: (mutant: Mutant) => boolean }> {
  const written = join(folder, 'coverage')
  process.env.NODE_V8_COVERAGE = written
  const value = await play()
  delete process.env.NODE_V8_COVERAGE
  const scripts: readonly ScriptCoverage[] = readdirSync(written).flatMap(
    (file) => JSON.parse(readFileSync(join(written, file), 'utf8')).result,
  )
  const own = scripts.flatMap(({ url }) => url.split(`${folder}/`)[1] ?? [])
  const isOwn = (file: string): boolean => packages.some((each) => file.startsWith(`${modules}${each}/`))
  return { value, files: [...new Set(own)].filter(isOwn).toSorted(), reached: readReached(scripts, modules) }
}
