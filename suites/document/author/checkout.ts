import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../../../model/errors.ts'

/** Whether the current folder is a checkout of assay: an installed package has neither tools nor sources. */
const isCheckout = (): boolean => existsSync('tools/generate.ts') && existsSync('suites/document/sections.ts')

/** Throws unless the current folder is a checkout of assay. */
export function expectCheckout(): void {
  if (isCheckout()) return
  throw new HarnessError('ERR_USAGE', 'the current folder is not a checkout of assay', {
    hint: 'clone the repository, and run the command in its root folder',
  })
}

/** The generated files of a checkout that are not up to date; none outside of one. */
export async function listStaleFiles(): Promise<readonly string[]> {
  if (!isCheckout()) return []
  // The generator is no part of the package, so it is imported by its path.
  const { stale }: { readonly stale: () => Promise<ReadonlyMap<string, string>> } = await import(
    pathToFileURL(resolve('tools/generate.ts')).href
  )
  return [...(await stale()).keys()]
}

/** The lists in `suites/document/all` that lack a file of a section; none outside of a checkout. */
export async function listStaleLists(): Promise<readonly string[]> {
  if (!isCheckout()) return []
  const { gatheredKinds, gatherer }: Gatherer = await import(pathToFileURL(resolve('tools/generate-suites.ts')).href)
  return gatheredKinds
    .map((kind) => [`suites/document/all/${kind}.ts`, gatherer(kind)] as const)
    .filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
    .map(([file]) => file)
}

/** What gathers the lists of all sections. */
interface Gatherer {
  readonly gatheredKinds: readonly string[]
  readonly gatherer: (kind: string) => string
}
