import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../../model/errors.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'

/** Loads a configuration without checking it. `by` is its name. */
export async function readConfig(path: string, by: string): Promise<unknown> {
  try {
    return path.endsWith('.json') ? parseJsonObject(readFileSync(path, 'utf8')) : await importDefault(path)
  } catch (error) {
    throw new HarnessError('ERR_CONFIG', `${by} cannot be loaded: ${describeLoadError(error)}`, { cause: error })
  }
}

async function importDefault(path: string): Promise<unknown> {
  const { default: config } = await import(pathToFileURL(path).href)
  if (config !== undefined) return config
  throw new TypeError('it has no default export (write `export default defineHarness({ … })`)')
}

/** The reason is part of the message: the reader wrote the file, and has to correct it. */
function describeLoadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [reason = ''] = error.message.trim().split('\n')
  if (/^Cannot find package 'assay'/.test(reason))
    return 'assay is not installed here: `npm install --save-dev FILE`, with the file of the release'
  if (/^Unexpected token 'export'|^Cannot use import statement/.test(reason))
    return 'its package is no ES module: end its name in .mts or .mjs, or set `"type": "module"` in package.json'
  const [, line] = /^\S+:(\d+)\n/.exec(String(error.stack)) ?? [] // the line of a syntax error, if Node names it
  return line === undefined ? reason : `${reason}, line ${line}`
}
