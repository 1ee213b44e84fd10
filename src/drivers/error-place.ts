import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of Assay: of what is in it, only the examples are like code of the user. */
const ownFolder = resolve(import.meta.dirname, '../..')
const ownCode = /^(src|suites|protocol|model|reporters|dist|bin|node_modules)\//

/** Where the code of the user threw: ` at issuer.ts:42`; empty where the error does not say. */
export function findErrorPlace(thrown: unknown): string {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return ''
  for (const [, place = '', line] of thrown.stack.matchAll(/(?:^|\(|at )((?:file:\/\/)?\/[^\s():]+):(\d+)/gm)) {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place
    if (isOfUser(file)) return ` at ${relative(process.cwd(), file)}:${line}`
  }
  return ''
}

const isOfUser = (file: string): boolean =>
  !file.includes('/node_modules/') && !ownCode.test(relative(ownFolder, file).split('\\').join('/'))
