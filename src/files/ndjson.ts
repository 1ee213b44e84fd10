import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attemptWrite, makeFolder } from './write.ts'

/** Writes lines to one file for each kind, `KIND.ndjson`. Earlier files of these names are replaced. */
export function writeByKind(folder: string): (line: string, kind: string) => void {
  const begun = new Set<string>()
  makeFolder(folder)
  return (line, kind) => {
    const file = join(folder, `${kind}.ndjson`)
    attemptWrite(`write ${file}`, () => {
      if (!begun.has(kind)) rmSync(file, { force: true })
      appendFileSync(file, `${line}\n`)
    })
    begun.add(kind)
  }
}
