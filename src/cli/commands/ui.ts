import { settingsFlags } from '../../config/run-flags.ts'
import { findProgram } from '../../runtime/find-program.ts'
import { readNumber, repeatFlags } from '../../terminal/arguments.ts'
import { type Command, listFlags } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { suite } from '../flags.ts'

const { 'what to test': tested, 'what to write': written, ...others } = settingsFlags
const { only: _, ...testFlags } = tested
const { out: __, ...writeFlags } = written

/** The flags that every run of the console gets. The page says which requirements, and where a run is written. */
const runFlags = { 'what to test': testFlags, ...others, 'what to write': writeFlags } as const

/** `assay ui`: a page from which runs are started, watched and compared. */
export const ui: Command = {
  usage: 'assay ui [FOLDER]',
  flags: {
    'what is picked first': { suite },
    'where the console listens': { port: { value: 'N', meaning: 'its port at 127.0.0.1 (default: a free one)' } },
    ...runFlags,
  },
  examples: {
    'assay ui': 'the targets in harness.config.ts, or the reference actors; runs are written to the folder runs',
    'assay ui --target issuer=https://issuer.example': 'your issuer',
    'assay ui history': 'the runs of another folder',
  },
  run: async (args, terminal) => {
    const [folder = 'runs', ...more] = args.positionals
    const [{ startConsole }, { loadFlags }, { readConfiguredSuite }, { findConfig }, { HarnessError }] =
      await Promise.all([
        import('../../ui/console.ts'),
        import('../../config/settings.ts'),
        import('../../config/suite-settings.ts'),
        import('../../config/find-config.ts'),
        import('../../../model/errors.ts'),
      ])
    if (more.length > 0) throw new HarnessError('ERR_USAGE', '`assay ui` takes one folder of runs')
    const load = () => loadFlags(args, process.env, process.cwd())
    const loadConfigured = () => readConfiguredSuite(args, process.env, process.cwd())
    if ((await loadConfigured()).suite === 'document')
      for (const warning of (await load()).warnings) writeMessage(terminal, 'warning', warning)
    const wanted = args.text('suite')
    const interrupted = waitForInterruption()
    const { url, close } = await startConsole({
      program: findProgram(),
      flags: repeatFlags(args, listFlags({ flags: runFlags })),
      cwd: process.cwd(),
      folder,
      port: readNumber(args, 'port', 0),
      ...(wanted !== undefined && { suite: wanted }),
      findConfig: () => findConfig(process.cwd(), args.text('config')),
      loadSettings: async () => (await load()).settings,
      loadConfigured,
    })
    terminal.out(url)
    writeMessage(terminal, 'note', 'open this URL in a browser on this machine; Ctrl-C stops the console and its run')
    await interrupted
    await close()
    return 0
  },
}

/** Waits for Ctrl-C, or for another polite end. A second one ends the process at once. */
const waitForInterruption = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
