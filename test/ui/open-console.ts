import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { findConfig } from '../../src/config/find-config.ts'
import { settingsFlags } from '../../src/config/run-flags.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { readConfiguredSuite } from '../../src/config/suite-settings.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { type RunningConsole, startConsole } from '../../src/ui/console.ts'
import { folderWith } from '../temporary-folder.ts'

/** A console that is open until its test is over. */
export interface OpenConsole extends RunningConsole {
  readonly folder: string
}

/** Opens a console in an empty folder, or in the given one. */
export async function openConsole(flags: readonly string[] = [], folder = folderWith()): Promise<OpenConsole> {
  const args = readArguments('ui', listFlags({ flags: settingsFlags }), flags)
  const opened = await startConsole({
    program: [resolve('src/cli/main.ts')],
    flags,
    cwd: folder,
    folder: `${folder}/runs`,
    port: 0,
    findConfig: () => findConfig(folder, args.text('config')),
    loadSettings: async () => (await loadSettings(args, {}, folder)).settings,
    loadConfigured: () => readConfiguredSuite(args, {}, folder),
  })
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= opened.close()
    return closed
  }
  onTestFinished(close)
  return { ...opened, close, folder }
}
