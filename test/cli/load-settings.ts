import { HarnessError } from '../../model/errors.ts'
import type { EnvironmentVariables } from '../../src/config/read-flags.ts'
import { settingsFlags } from '../../src/config/run-flags.ts'
import { type LoadedSettings, loadSettings } from '../../src/config/settings.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { folderWith } from '../temporary-folder.ts'

const flags = listFlags({ flags: settingsFlags })

/** Where the settings of a run come from. */
export interface Sources {
  readonly argv?: readonly string[]
  readonly environment?: EnvironmentVariables
  /** The configuration, as JSON. */
  readonly config?: unknown
  readonly files?: Readonly<Record<string, string>>
}

/** Loads settings in a folder of their own. */
export async function load({ argv = [], environment = {}, config, files = {} }: Sources = {}): Promise<LoadedSettings> {
  const json = config === undefined ? {} : { 'harness.config.json': JSON.stringify(config) }
  return loadSettings(readArguments('run', flags, argv), environment, folderWith({ ...files, ...json }))
}

/** The error with which settings are rejected. */
export async function rejection(sources: Sources): Promise<{ readonly code: string; readonly message: string }> {
  const error = await load(sources).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof HarnessError) return error
  throw new TypeError('the settings were not rejected', { cause: error })
}
