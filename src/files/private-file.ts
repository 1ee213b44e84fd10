import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { attemptWrite } from './write.ts'

/** Creates a file that only its user may read, unless it is there. */
export function createPrivateFile(file: string): void {
  attemptWrite(`write ${file}`, () => closeSync(openSync(file, 'a', ownerOnly)))
}

/** Lets only the user read a file, if it is there, whatever its permissions were. */
export function makeFilePrivate(file: string): void {
  if (existsSync(file)) attemptWrite(`restrict ${file}`, () => chmodSync(file, ownerOnly))
}

const ownerOnly = 0o600
