import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type DoctorLine, makeGoodLine } from '../terminal/doctor-line.ts'

/** Checks where a run writes. */
export function checkFolder({ out }: { readonly out: string }): DoctorLine {
  const path = resolve(out)
  if (isWritable(path)) return makeGoodLine('out', path)
  return { what: 'out', ok: false, detail: `cannot write to ${path}`, hint: 'choose another folder with --out' }
}

/** A folder that does not exist is created in its parent. */
function isWritable(path: string): boolean {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return statSync(path).isDirectory()
  } catch {
    return false // not writable, or gone
  }
}
