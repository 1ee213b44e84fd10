import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../../model/errors.ts'
import { parseJsonObject } from '../../protocol/json.ts'

/** What a configuration says, whatever that is. `by` is its name. */
export async function readConfig(path: string, by: string): Promise<unknown> {
  try {
    return path.endsWith('.json') ? parseJsonObject(readFileSync(path, 'utf8')) : await exportedBy(path)
  } catch (error) {
    throw new HarnessError('ERR_CONFIG', `${by} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

async function exportedBy(path: string): Promise<unknown> {
  const { default: config } = await import(pathToFileURL(path).href)
  if (config !== undefined) return config
  throw new TypeError('it has no default export; write `export default defineHarness({ … })`')
}

/** It is the file of the person who reads this: without the reason they could not mend it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [reason = ''] = error.message.trim().split('\n')
  const [, line] = /^\S+:(\d+)\n/.exec(String(error.stack)) ?? [] // where a syntax error is, if Node says so
  return line === undefined ? reason : `${reason}, line ${line}`
}
