import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import type { EnvironmentVariables } from '../../src/config/read-flags.ts'
import { settingsFlags } from '../../src/config/run-flags.ts'
import { type LoadedSettings, loadSettings } from '../../src/config/settings.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'

const flags = listFlags({ flags: settingsFlags })

/** A folder that is gone after the test, with files in it. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** What a run may be told. */
export interface Told {
  readonly argv?: readonly string[]
  readonly environment?: EnvironmentVariables
  /** The configuration, as JSON. */
  readonly config?: unknown
  readonly files?: Readonly<Record<string, string>>
}

/** Loads settings in a folder of their own. */
export async function told({ argv = [], environment = {}, config, files = {} }: Told = {}): Promise<LoadedSettings> {
  const json = config === undefined ? {} : { 'harness.config.json': JSON.stringify(config) }
  return loadSettings(readArguments('run', flags, argv), environment, folderWith({ ...files, ...json }))
}

/** What is refused: the code, and the line. */
export async function refusal(what: Told): Promise<{ readonly code: string; readonly message: string }> {
  const error = await told(what).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof HarnessError) return error
  throw new TypeError('it was not refused', { cause: error })
}
