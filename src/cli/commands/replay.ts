import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HarnessError } from '../../../model/errors.ts'
import type { RunReport } from '../../../model/run-report.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import { formatFailure } from '../../../reporters/text/failure.ts'
import { formatReproduceCommand, listReproduceArguments } from '../../../reporters/text/reproduce.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { readArguments } from '../../terminal/arguments.ts'
import { type Command, listFlags } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { run } from './run.ts'

/** `assay replay`: one finding again, in the messages that were kept; without them, in another run. */
export const replay: Command = {
  usage: 'assay replay RUN REQUIREMENT',
  flags: {
    'what to write': {
      out: { value: 'DIR', meaning: 'the folder of the new run (default: `replay` in the folder of the first)' },
    },
  },
  examples: {
    'assay replay out SD-DIGEST': 'the findings and their messages; without stored messages, a new run for SD-DIGEST',
  },
  run: async ({ positionals, text }, terminal) => {
    const [path, wanted, ...more] = positionals
    if (path === undefined || wanted === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay replay` needs the folder of a run and the id of a requirement')
    }
    const id = await findRequirement(wanted)
    const [{ isKept }, { readRun }] = await Promise.all([
      import('../../run-folder/kept-run.ts'),
      import('../../run-folder/read-run.ts'),
    ])
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder && isKept(path)) return judgeAgain(path, id, terminal)
    const { report } = readRun(path)
    terminal.out(formatReproduceCommand(report, id))
    const out = text('out') ?? join(isFolder ? path : dirname(path), 'replay')
    return run.run(
      readArguments('run', listFlags(run), [...listReproduceArguments(report, id), '--out', out]),
      terminal,
    )
  },
}

async function findRequirement(wanted: string): Promise<string> {
  const { requirements } = await import('../../../suites/all/requirements.ts')
  const ids = requirements.map(({ id }) => id)
  const found = ids.find((id) => id.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no requirement \`${wanted}\`${suggestWord(wanted, ids)}`)
}

async function judgeAgain(folder: string, id: string, terminal: Terminal): Promise<ExitCode> {
  const [{ readKeptRun }, { locateFindings, rejudgeOne }] = await Promise.all([
    import('../../run-folder/kept-run.ts'),
    import('../../compare/rejudge-one.ts'),
  ])
  const kept = readKeptRun(folder)
  const { results, verdict } = rejudgeOne(kept, id)
  for (const result of results) {
    for (const line of formatResult(result, terminal)) terminal.out(line)
    for (const place of locateFindings(result.findings, kept.messages))
      terminal.out(`    ${'messages'.padEnd(13)} ${place}`)
  }
  return verdict.exitCode as ExitCode // every code of a verdict is one of ours
}

function* formatResult(result: RunReport['results'][number], { paint }: Terminal): Generator<string> {
  const { id, outcome, reason } = result
  if (outcome === 'failed') yield* formatFailure(result, paint)
  else yield `${paint('strong', id)}  ${outcome}${reason === undefined ? '' : `: ${sanitize(reason)}`}`
}
