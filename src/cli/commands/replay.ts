import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isStandardProfile } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import type { RecordLine } from '../../../model/record.ts'
import type { RunReport } from '../../../model/run-report.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import { formatFailure } from '../../../reporters/text/failure.ts'
import { formatReproduceCommand, listReproduceArguments } from '../../../reporters/text/reproduce.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import type { StoredRun } from '../../run-folder/read-run.ts'
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
      out: { value: 'DIR', meaning: 'the folder of the new run (default: `replay` in the folder of the run)' },
      curl: {
        value: 'FILE',
        meaning:
          'write a script of `curl` lines that send the requests of the findings again; the run needs --keep-private',
      },
    },
  },
  examples: {
    'assay replay out SD-DIGEST': 'the findings and their messages; without stored messages, a new run for this one',
    'assay replay tested VCIUSE-REFUSES':
      'in a test of a standard: the result, its messages, and the command that repeats it',
  },
  run: async ({ positionals, text }, terminal) => {
    const [path, wanted, ...more] = positionals
    if (path === undefined || wanted === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay replay` needs the folder of a run and the id of a requirement')
    }
    const [{ isKept }, { readRun }] = await Promise.all([
      import('../../run-folder/kept-run.ts'),
      import('../../run-folder/read-run.ts'),
    ])
    const stored = readRun(path)
    const { report } = stored
    const script = text('curl')
    if (script !== undefined) return writeCurl(path, wanted, script, terminal)
    if (isStandardProfile(report.profile)) return showTested(stored, wanted, terminal)
    const id = await findRequirement(wanted)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder && isKept(path)) return judgeAgain(path, id, terminal)
    terminal.out(formatReproduceCommand(report, id))
    const out = text('out') ?? join(isFolder ? path : dirname(path), 'replay')
    return run.run(
      readArguments('run', listFlags(run), [...listReproduceArguments(report, id), '--out', out]),
      terminal,
    )
  },
}

/** Writes the requests of a requirement's findings to a script. */
async function writeCurl(path: string, wanted: string, file: string, terminal: Terminal): Promise<ExitCode> {
  const [{ readRun }, { writeCurlFile }] = await Promise.all([
    import('../../run-folder/read-run.ts'),
    import('../../run-folder/curl-file.ts'),
  ])
  const id = findId(wanted, readRun(path).report.results)
  const count = writeCurlFile(path, id, file)
  if (count === 0)
    throw new HarnessError('ERR_INPUT', `no request to a target belongs to a finding of ${id}`, {
      hint: 'only failures of targets that are called have requests: see the report',
    })
  terminal.out(`${file}  ${formatCount(count, 'request')}, with private values: only you can read it`)
  return 0
}

async function findRequirement(wanted: string): Promise<string> {
  const { defaultSuite } = await import('../../../suites/default-suite.ts')
  return findId(wanted, defaultSuite.requirements)
}

function findId(wanted: string, rows: readonly { readonly id: string }[]): string {
  const ids = rows.map(({ id }) => id)
  const found = ids.find((id) => id.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no requirement \`${wanted}\`${suggestWord(wanted, ids)}`)
}

/** Shows a result of a test by a standard with the messages of its findings. Another test answers what it is sent, so that repeating it is a new test. */
async function showTested({ report, record = [] }: StoredRun, wanted: string, terminal: Terminal): Promise<ExitCode> {
  const { formatRecordLine } = await import('../../../reporters/text/message.ts')
  const id = findId(wanted, report.results)
  const results = report.results.filter((each) => each.id === id)
  for (const result of results) {
    for (const line of formatResult(result, terminal)) terminal.out(line)
    for (const line of selectMessages(result, record)) for (const text of formatRecordLine(line)) terminal.out(text)
  }
  terminal.out(`${terminal.paint('quiet', 'repeat')}     ${formatReproduceCommand(report, id)}`)
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** The messages of findings: those that they name, or all of the session of a probe. */
function selectMessages(
  { findings }: RunReport['results'][number],
  record: readonly RecordLine[],
): readonly RecordLine[] {
  const numbers = new Set(findings.map(({ message }) => message))
  const sessions = new Set(findings.flatMap(({ message, session }) => (message === undefined ? [session] : [])))
  return record.filter(({ number, session }) => numbers.has(number) || sessions.has(session)).slice(0, mostShown)
}

/** Messages that are shown of one requirement. */
const mostShown = 20

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
