import type { OwnSuite } from '../../suites/own/own-suite.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { refuse } from './check-values.ts'
import { isOwnSuite, loadSuite } from './load-suite.ts'
import { readConfiguredSuite } from './suite-settings.ts'

/** The suite that `--suite` means: a profile of an ecosystem, a file, or the name of a suite in the configuration. */
export async function findOwnSuite(name: string, args: Arguments): Promise<OwnSuite> {
  const folder = process.cwd()
  if (isOwnSuite(name)) return loadSuite('--suite', name, folder)
  const { owns } = await readConfiguredSuite(args, process.env, folder)
  return (
    owns.find((each) => each.name === name) ??
    refuse('--suite', `no configuration names a suite ${name}: give its file`)
  )
}
