import { type ErrorCode, HarnessError, TransportError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { transportErrorHints } from '../../reporters/text/labels.ts'
import { tool } from '../runtime/tool.ts'
import { readArguments } from '../terminal/arguments.ts'
import { listFlags } from '../terminal/command.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import { writeError } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseChoice } from '../terminal/values.ts'
import { wrapLine } from '../terminal/wrap-line.ts'
import { type CommandEntry, commandEntries } from './commands.ts'
import { formatCommandHelp, formatOverview } from './help.ts'

/** A flag of every command. */
const noColor = '--no-color'

/** Runs a command line. Whatever goes wrong becomes an error message and an exit code. */
export async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await runCommand(argv, terminal)
  } catch (cause) {
    const error = cause instanceof HarnessError ? cause : new HarnessError('ERR_DEFECT', String(cause), { cause })
    writeError(terminal, { message: error.message, hint: chooseHint(error, argv) })
    if (process.env.ASSAY_DEBUG !== undefined && cause instanceof Error) terminal.err(String(cause.stack))
    return exitCodes[error.code] ?? 2
  }
}

/** The exit codes of errors that are not in what the user gave. */
const exitCodes: { readonly [code in ErrorCode]?: ExitCode } = { ERR_DEFECT: 5, ERR_DISK: 5, ERR_TARGET: 4 }

/** The hint of an error; without a hint of its own, what to do about a lost message, or the help of the command. */
function chooseHint({ code, hint, hasOwnHint, cause }: HarnessError, [name = '']: readonly string[]): string {
  if (!hasOwnHint && cause instanceof TransportError) return `nothing was judged; ${transportErrorHints[cause.kind]}`
  const isUsage = !hasOwnHint && code === 'ERR_USAGE' && Object.hasOwn(commandEntries, name)
  return isUsage ? `run \`assay help ${name}\` for its flags and examples` : hint
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '', ...rest] = argv.filter((each) => each !== noColor)
  // Node and the processes that a run starts obey this variable.
  if (argv.includes(noColor)) process.env.NO_COLOR = '1'
  if (name === '') return print(wrapHelp(formatOverview(terminal.paint, terminal.columns), terminal), terminal.err, 2)
  if (name === '--help' || name === '-h')
    return print(wrapHelp(formatOverview(terminal.paint, terminal.columns), terminal), terminal.out, 0)
  if (['--version', '-V', '-v'].includes(name)) return print([tool.version], terminal.out, 0)
  if (name === 'help') return printHelp(rest, terminal)
  if (name === 'completion') return printCompletion(rest, terminal)
  const command = await findCommand(name).load()
  const args = readArguments(name, listFlags(command), rest)
  return args.has('help') ? printHelp([name], terminal) : command.run(args, terminal)
}

async function printHelp([name]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { out, paint, columns } = terminal
  if (name === undefined) return print(wrapHelp(formatOverview(paint, columns), terminal), out, 0)
  const { summary, load } = findCommand(name)
  const lines = formatCommandHelp(name, { summary, ...(await load()) }, paint, columns)
  return print(wrapHelp(lines, terminal), out, 0)
}

const wrapHelp = (lines: Iterable<string>, { columns }: Terminal): readonly string[] =>
  [...lines].flatMap((line) => wrapLine(line, columns))

async function printCompletion([shell = '', ...more]: readonly string[], { out }: Terminal): Promise<ExitCode> {
  const { makeCompletion, shells } = await import('./completion.ts')
  if (more.length > 0) throw new HarnessError('ERR_USAGE', '`assay completion` takes the name of one shell')
  const script = await makeCompletion(parseChoice('assay completion', shell, shells))
  return print([script.trimEnd()], out, 0)
}

function findCommand(name: string): CommandEntry {
  const entry = Object.hasOwn(commandEntries, name) ? commandEntries[name] : undefined
  if (entry) return entry
  const names = Object.keys(commandEntries)
  throw new HarnessError('ERR_USAGE', `there is no command \`${name}\`${suggestWord(name, names)}`)
}

function print(lines: Iterable<string>, write: (line: string) => void, code: ExitCode): ExitCode {
  for (const line of lines) write(line)
  return code
}
