import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { type Loaded, loadSettings } from '../../src/cli/config/settings.ts'
import type { Environment } from '../../src/cli/config/told.ts'
import { settingsFlags } from '../../src/cli/settings-flags.ts'
import { HarnessError } from '../../src/model/errors.ts'

const command = {
  summary: '',
  usage: '',
  flags: { ...settingsFlags, members: { value: 'N', meaning: '' } },
  examples: {},
  load: () => import('../../src/cli/init.ts'),
}

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
  readonly environment?: Environment
  /** The configuration, as JSON. */
  readonly config?: unknown
  readonly files?: Readonly<Record<string, string>>
}

/** Loads settings in a folder of their own. */
export async function told({ argv = [], environment = {}, config, files = {} }: Told = {}): Promise<Loaded> {
  const json = config === undefined ? {} : { 'harness.config.json': JSON.stringify(config) }
  return loadSettings(readArguments('run', command, argv), environment, folderWith({ ...files, ...json }))
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
