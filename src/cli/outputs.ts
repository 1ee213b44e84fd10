import { writeFileSync } from 'node:fs'
import { HarnessError } from '../model/errors.ts'

/** Writes a file that was asked for, in the place of one that may be there. */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new HarnessError('ERR_OUTPUT', `cannot write ${file}`, { cause })
  }
}
