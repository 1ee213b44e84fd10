import type { RunReport } from '../../model/run-report.ts'
import { json } from '../../reporters/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What a command prints of a report: nothing with `--quiet`, JSON with `--json`. */
export function formatReport(report: RunReport, args: Arguments, { paint }: Terminal): readonly string[] {
  if (args.has('quiet')) return []
  const reporter = args.has('json') ? json : createTerminalReporter(paint)
  return [...reporter.render(report)]
}

/** Prints a report. */
export function printReport(report: RunReport, args: Arguments, terminal: Terminal): void {
  for (const line of formatReport(report, args, terminal)) terminal.out(line)
}
