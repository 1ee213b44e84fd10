import { basename, resolve } from 'node:path'
import { matrixHtml, matrixMarkdown } from '../../reporters/matrix.ts'
import { HarnessError } from '../model/errors.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { writeText } from './outputs.ts'
import { readRun } from './run/forms.ts'
import { oneOf } from './values.ts'

const forms = { markdown: matrixMarkdown, html: matrixHtml } as const

/** `assay matrix`: several implementations side by side. */
export const run: Run = (args, terminal): ExitCode => {
  if (args.positionals.length === 0) throw new HarnessError('ERR_USAGE', 'give the folders of some runs')
  const format = oneOf('--format', args.text('format') ?? 'markdown', ['markdown', 'html'] as const)
  const runs = args.positionals.map((path) => {
    const { report } = readRun(path)
    return { name: nameOf(report, path), report }
  })
  const text = [...forms[format](runs)].join('\n')
  const out = args.text('out')
  if (out === undefined) terminal.out(text)
  else writeText(out, `${text}\n`)
  return 0
}

/** What the report says of its subject, or else where it lies. */
const nameOf = ({ subject: { product, version } }: RunReport, path: string): string =>
  [product, version].filter((part) => part !== undefined).join(' ') || basename(resolve(path)).replace(/\.json$/, '')
