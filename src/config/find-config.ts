import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'

/** File names of a configuration. */
export const configNames: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (ending) => `harness.config.${ending}`,
)

/** Finds the configuration: the file that was named, or the one in the folder, if there is one. */
export function findConfig(folder: string, named: string | undefined): string | undefined {
  if (named !== undefined) return requireConfigFile(resolve(folder, named), named)
  const found = configNames.filter((name) => isFile(resolve(folder, name)))
  if (found.length > 1) {
    throw new HarnessError('ERR_CONFIG', `there are ${found.join(' and ')}; choose one with --config FILE`)
  }
  return found[0] && resolve(folder, found[0])
}

function requireConfigFile(path: string, named: string): string {
  if (!isFile(path)) throw new HarnessError('ERR_USAGE', `there is no configuration ${named}`)
  if (/^(?:package(?:-lock)?|tsconfig)\.json$/.test(basename(path)))
    throw new HarnessError('ERR_USAGE', `${named} is not a configuration of Assay: \`assay init\` writes one`)
  if (/\.([mc]?[jt]s|json)$/.test(path)) return path
  throw new HarnessError(
    'ERR_USAGE',
    `${named} is not a configuration: its name must end with .ts, .mts, .js, .mjs or .json`,
  )
}

/** Whether a file exists. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
