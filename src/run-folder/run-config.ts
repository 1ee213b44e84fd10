import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { HarnessConfig } from '../config/define-harness.ts'

/** What a program may give besides the configuration. */
export interface RunConfigOptions {
  /** Ends the run early. The report covers the messages until then. */
  readonly signal?: AbortSignal
}

/**
 * Runs the whole exchange and judges it, as `assay run` does. It writes the run to the folder `out` of the configuration
 * and returns the report. Without a configuration, it reads `harness.config` in the current folder.
 *
 * @example
 * const report = await run({ targets: { issuer: 'https://issuer.example' } })
 */
export async function run(config?: HarnessConfig, options: RunConfigOptions = {}): Promise<RunReport> {
  const { signal = new AbortController().signal } = options
  const [{ resolveSettings }, { chooseMembers }, { hasManualTarget }, { runToFolder }] = await Promise.all([
    import('../config/settings.ts'),
    import('../config/choose-members.ts'),
    import('../drivers/driver-kind.ts'),
    import('./run-to-folder.ts'),
  ])
  const { settings } = await resolveSettings(config, process.env, process.cwd())
  if (hasManualTarget(settings)) {
    throw new HarnessError('ERR_CONFIG', 'a manual target needs a terminal: test it with `assay run`')
  }
  const { report } = await runToFolder(settings, {
    members: settings.members ?? chooseMembers(settings, settings.probes),
    signal,
    opened: () => {},
    ended: () => {},
    print: () => [],
  })
  return report
}
