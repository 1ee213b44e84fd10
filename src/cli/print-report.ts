import type { RunReport } from '../../model/run-report.ts'
import { json } from '../../reporters/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { wrapLine } from '../terminal/wrap-line.ts'

/** What a command prints of a report: nothing with `--quiet`, JSON with `--json`. */
export function formatReport(report: RunReport, args: Arguments, { paint, columns }: Terminal): readonly string[] {
  if (args.has('quiet')) return []
  const reporter = args.has('json') ? json : createTerminalReporter(paint)
  const lines = [...reporter.render(report)]
  return args.has('json') ? lines : lines.flatMap((line) => wrapLine(line, columns))
}

/** Prints a report. */
export function printReport(report: RunReport, args: Arguments, terminal: Terminal): void {
  for (const line of formatReport(report, args, terminal)) terminal.out(line)
}
