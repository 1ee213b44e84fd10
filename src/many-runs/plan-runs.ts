import { globSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { findConfig } from '../config/find-config.ts'

/** One of several runs: its configuration, and the folder that it writes to. */
export interface PlannedRun {
  readonly name: string
  readonly config: string
  readonly folder: string
}

/** Names the runs of several configurations by their files; each gets a folder of its own. */
export function planRuns(configs: readonly string[], out: string): readonly PlannedRun[] {
  const runs = configs.flatMap(expandPattern).map((config) => {
    findConfig('.', config) // refuses what is none
    const name = nameRun(config)
    return { name, config, folder: join(out, name) }
  })
  const taken = new Map<string, string>()
  for (const { name, config } of runs) {
    const other = taken.get(name.toLowerCase())
    if (other !== undefined)
      throw new HarnessError('ERR_USAGE', `${other} and ${config} would both be written to ${join(out, name)}`, {
        hint: 'give the files, or the folders of files called harness.config, different names',
      })
    taken.set(name.toLowerCase(), config)
  }
  return runs
}

/** The files that a pattern means, where no shell has expanded it. */
const expandPattern = (config: string): readonly string[] => {
  const files = config.includes('*') ? globSync(config).sort() : []
  return files.length > 0 ? files : [config]
}

/** `targets/alpha.config.json` and `alpha/harness.config.ts` are both `alpha`. */
function nameRun(config: string): string {
  const stem = basename(config).replace(/(?:\.config)?\.[cm]?(?:ts|js|json)$/, '')
  const name = stem === 'harness' ? basename(dirname(resolve(config))) : stem
  return (
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]*/, '')
      .slice(0, 200) || 'run'
  )
}
