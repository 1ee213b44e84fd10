import type { RunReport } from '../../model/run-report.ts'
import { type FormatName, formatNames } from '../../reporters/formats.ts'
import { parseChoice } from '../terminal/values.ts'

/**
 * Renders a report in another form, as `assay report --format` does. Some forms, such as `har`, also need the messages:
 * give the folder of the run.
 *
 * @example
 * const page = await render(report, 'html')
 * const archive = await render('out', 'har')
 */
export async function render(report: RunReport | string, format: FormatName): Promise<string> {
  const { readRun, renderForm } = await import('./read-run.ts')
  return renderForm(
    parseChoice('format', format, formatNames),
    typeof report === 'string' ? readRun(report) : { report },
  )
}
