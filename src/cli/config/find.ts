import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'

/** Files that are a configuration where they are. */
export const configNames: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (ending) => `harness.config.${ending}`,
)

/** The configuration of a run: the file that was named, or the one in the folder; nothing, if there is none. */
export function findConfig(folder: string, named: string | undefined): string | undefined {
  if (named !== undefined) return namedConfig(resolve(folder, named), named)
  const found = configNames.filter((name) => isFile(resolve(folder, name)))
  if (found.length > 1) {
    throw new HarnessError('ERR_CONFIG', `there are ${found.join(' and ')}: say which with --config FILE`)
  }
  return found[0] && resolve(folder, found[0])
}

function namedConfig(path: string, named: string): string {
  if (!isFile(path)) throw new HarnessError('ERR_USAGE', `there is no file ${named} to configure a run with`)
  if (/\.([mc]?[jt]s|json)$/.test(path)) return path
  throw new HarnessError('ERR_USAGE', `${named} is no configuration: it ends with .ts, .mts, .js, .mjs or .json`)
}

/** Whether there is such a file. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
