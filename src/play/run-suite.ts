import { gates } from '../../model/gate.ts'
import type { RunReport } from '../../model/run-report.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import type { SuiteConfig } from '../../schemas/types.ts'
import { parseBaseUrl } from '../config/check-values.ts'
import { resolveSuite } from '../config/suite-settings.ts'
import { reportTest } from '../harness/report-test.ts'
import { addOwnUntested } from '../harness/select-seen.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { readSeed } from '../runtime/random.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseChoice } from '../terminal/values.ts'
import { makeSamplesAt } from './sample-time.ts'

/** A program has no terminal: nothing is shown, and no person is asked. */
const silent: Terminal = { out: () => {}, err: () => {}, paint: plainPaint, stdin: () => Buffer.alloc(0) }

/** Tests one role by a standard, as `assay run` does with the same configuration, and returns the report. No file is written. */
export async function runSuite(config: SuiteConfig): Promise<RunReport> {
  const { suite: profile, role, subject, own, args } = await resolveSuite(config, process.env, process.cwd())
  const began = readPreciseClock()
  await makeSamplesAt(args)
  const [{ nameRole, playRole }, { readTestOptions }] = await Promise.all([
    import('./play-role.ts'),
    import('./read-options.ts'),
  ])
  const seed = readSeed(args.text('seed') ?? 'random')
  const options = readTestOptions(args, own)
  const { seen, target } = await playRole({ role, profile, args, seed }, silent, options)
  const [name, hasProbes] = [nameRole(role), args.has('probes')]
  const docsUrl = args.text('docs-url')
  const scope = { rows: own?.requirements ?? [], role: name, hasProbes }
  return reportTest(addOwnUntested(seen, scope), {
    ...{ profile, role: name, subject, seed, hasProbes, command: ['run', '--suite', own?.name ?? profile] },
    startedAt: new Date(began).toISOString(),
    milliseconds: Math.max(0, readPreciseClock() - began),
    gate: parseChoice('gate', args.text('gate') ?? 'conformance', gates),
    strict: args.has('strict'),
    ...(target !== undefined && { target }),
    ...(options.now !== undefined && { now: options.now }),
    ...(options.selection && { selection: options.selection }),
    ...(own && { own }),
    ...(docsUrl !== undefined && { docsUrl: parseBaseUrl('docsUrl', docsUrl) }),
  })
}
