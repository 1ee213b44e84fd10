import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleReporter } from '../../reporters/console.ts'
import { json } from '../../reporters/json.ts'
import { type Kept, registry, rejudged } from '../assembly/rejudge.ts'
import { diffOf } from '../harness/diff.ts'
import { readHops } from '../harness/read-record.ts'
import { presets } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Arguments, Run } from './arguments.ts'
import { answersOf } from './config/checked.ts'
import { linesOf } from './diff.ts'
import type { ExitCode } from './exit-codes.ts'
import { attempt } from './inputs.ts'
import { readRun } from './run/forms.ts'
import { runFiles } from './run-folder.ts'
import { tool } from './tool.ts'
import { oneOf, pairOf } from './values.ts'

/** `assay rejudge`: the checks of today, and perhaps other answers, on what was said then. */
export const run: Run = (args, terminal): ExitCode => {
  const [path, ...more] = args.positionals
  if (path === undefined || more.length > 0)
    throw new HarnessError('ERR_USAGE', 'give one folder of a run, such as out')
  const kept = keptIn(path)
  const report = rejudgedFrom(kept, args)
  if (args.has('json')) {
    for (const line of json.render(report)) terminal.out(line)
    return report.verdict.exitCode as ExitCode // its table is part of ours
  }
  if (!args.has('quiet')) for (const line of consoleReporter(terminal.paint).render(report)) terminal.out(line)
  terminal.out('')
  const { changed, same } = diffOf(kept.report, report)
  for (const line of linesOf(changed, same, terminal)) terminal.out(line)
  return report.verdict.exitCode as ExitCode // as above
}

/** A run with everything that was said in it. */
export function keptIn(path: string): Kept {
  const { report } = readRun(path)
  const file = join(path, runFiles.private)
  const text = attempt(file, () => readFileSync(file, 'utf8'))
  const { head, hops } = readHops(text)
  return { report, head, hops }
}

/** The run once more, under what was answered then and what is answered now. */
export function rejudgedFrom(kept: Kept, args: Arguments): RunReport {
  const profile = args.text('profile')
  const told = Object.fromEntries(args.texts('decision').map((pair) => pairOf('--decision', pair)))
  return rejudged(
    kept,
    {
      profile:
        profile === undefined ? oneOf('the record', kept.head.profile, presets) : oneOf('--profile', profile, presets),
      given: { ...kept.head.given, ...answersOf('--decision', told) },
    },
    { ...tool, registry },
  )
}
