import { harmless } from '../../reporters/escape.ts'
import { didYouMean } from '../harness/nearest.ts'
import { HarnessError } from '../model/errors.ts'
import { readArguments } from './arguments.ts'
import { type Command, commands } from './commands.ts'
import type { ExitCode } from './exit-codes.ts'
import { helpOf, overview } from './help.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command line, and turns whatever goes wrong into one line. */
export async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await runCommand(argv, terminal)
  } catch (error) {
    const told = error instanceof HarnessError ? error : new HarnessError('ERR_DEFECT', String(error), { cause: error })
    terminal.err(`assay: ${harmless(told.message, 400)}${/[.?!]$/.test(told.message) ? '' : '.'} ${told.advice}`)
    if (process.env.ASSAY_DEBUG !== undefined && error instanceof Error) terminal.err(String(error.stack))
    return told.code === 'ERR_DEFECT' ? 5 : 2
  }
}

async function runCommand([name = '', ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === '' || name === '--help' || name === '-h') return say(overview(terminal.paint), terminal, name ? 0 : 2)
  if (name === '--version' || name === '-v') return say([(await import('./tool.ts')).tool.version], terminal, 0)
  if (name === 'help') return help(rest, terminal)
  const command = commandNamed(name)
  const args = readArguments(name, command, rest)
  if (args.has('help')) return help([name], terminal)
  const { run } = await command.load()
  return run(args, terminal)
}

function help([name]: readonly string[], terminal: Terminal): ExitCode {
  if (name === undefined) return say(overview(terminal.paint), terminal, 0)
  return say(helpOf(name, commandNamed(name), terminal.paint), terminal, 0)
}

function commandNamed(name: string): Command {
  const table: Readonly<Record<string, Command>> = commands
  if (Object.hasOwn(table, name) && table[name]) return table[name]
  throw new HarnessError('ERR_USAGE', `there is no command \`${name}\`${didYouMean(name, Object.keys(commands))}`)
}

function say(lines: Iterable<string>, terminal: Terminal, code: ExitCode): ExitCode {
  for (const line of lines) (code === 0 ? terminal.out : terminal.err)(line)
  return code
}
