import { basename, resolve } from 'node:path'
import { HarnessError } from '../../../model/errors.ts'
import type { RunReport } from '../../../model/run-report.ts'
import type { Command } from '../../terminal/command.ts'
import { parseChoice } from '../../terminal/values.ts'

/** `assay matrix`. */
export const matrix: Command = {
  usage: 'assay matrix RUN ...',
  flags: {
    'what to write': {
      format: { value: 'NAME', meaning: 'markdown or html (default markdown)' },
      out: { value: 'FILE', meaning: 'write to this file (default: standard output)' },
    },
  },
  examples: { 'assay matrix runs/* --format html --out matrix.html': 'a table for a meeting' },
  run: async (args, terminal) => {
    if (args.positionals.length === 0) throw new HarnessError('ERR_USAGE', '`assay matrix` needs the folders of runs')
    const format = parseChoice('--format', args.text('format') ?? 'markdown', ['markdown', 'html'])
    const [{ renderMatrixHtml, renderMatrixMarkdown }, { readRun }] = await Promise.all([
      import('../../../reporters/matrix.ts'),
      import('../../run-folder/read-run.ts'),
    ])
    const runs = args.positionals.map((path) => {
      const { report } = readRun(path)
      return { name: nameRun(report, path), report }
    })
    const text = [...(format === 'html' ? renderMatrixHtml : renderMatrixMarkdown)(runs)].join('\n')
    const out = args.text('out')
    if (out === undefined) terminal.out(text)
    else (await import('../../files/write.ts')).writeText(out, `${text}\n`)
    return 0
  },
}

/** The product that was tested, or the name of the folder. */
const nameRun = ({ subject: { product, version } }: RunReport, path: string): string =>
  [product, version].filter((part) => part !== undefined).join(' ') || basename(resolve(path)).replace(/\.json$/, '')
