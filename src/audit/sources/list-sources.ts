import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../../model/errors.ts'
import { readOrExplain } from '../../files/inputs.ts'
import type { SourceForm } from './audit-plan.ts'

/** Where artefacts come from: a file, or standard input. */
export interface AuditSource {
  /** Its path, or `-`. */
  readonly name: string
  readonly form: SourceForm
  readonly packing: 'none' | 'gzip' | 'zstd'
  /** Octets as they are on the disk; 0 for standard input. */
  readonly size: number
  /** When it was changed, so that a resumed audit reads the same. */
  readonly changed: number
  /** Whether it is read once, from its beginning, and is not a file. */
  readonly isStream?: boolean
}

/** Lists the files of the arguments: files, everything below folders, and what patterns match. */
export function listSources(names: readonly string[], form?: SourceForm): readonly AuditSource[] {
  const sources = names.flatMap((name) => listOne(name).map((path) => describeSource(path, form)))
  const once = new Map(sources.map((source) => [source.name, source]))
  if (once.size === 0) throw new HarnessError('ERR_INPUT', `there is no file in ${names.join(', ')}`)
  return [...once.values()]
}

function listOne(name: string): readonly string[] {
  if (name === '-') return [name]
  if (!existsSync(name) && /[*?[{]/.test(name)) return listMatches(name)
  return readOrExplain(name, () => statSync(name)).isDirectory() ? listBelow(name) : [name]
}

function listMatches(pattern: string): readonly string[] {
  const found = globSync(pattern).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  if (found.length === 0) throw new HarnessError('ERR_INPUT', `no file matches ${pattern}`)
  return found.toSorted()
}

/** The files below a folder, hidden ones left out, in an order that does not depend on the system. */
const listBelow = (folder: string): readonly string[] =>
  readOrExplain(folder, () => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(^|\/)(\.[^/.]|node_modules\/)/.test(path))
    .toSorted()

function describeSource(name: string, form?: SourceForm): AuditSource {
  const plain = name.replace(/\.(gz|zst|zstd)$/i, '')
  const named = /\.csv$/i.test(plain) ? 'csv' : /\.json$/i.test(plain) ? 'whole' : 'lines'
  const { size, mtimeMs } = name === '-' ? { size: 0, mtimeMs: 0 } : statSync(name)
  return {
    ...{ name, form: form ?? named, packing: findPacking(name), size, changed: Math.floor(mtimeMs) },
    ...(name === '-' && { isStream: true }),
  }
}

function findPacking(name: string): AuditSource['packing'] {
  if (/\.gz$/i.test(name)) return 'gzip'
  return /\.zst(d)?$/i.test(name) ? 'zstd' : 'none'
}
