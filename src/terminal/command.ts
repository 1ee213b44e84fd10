import type { Arguments } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Flags } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command and returns the exit code of the process. */
export type RunCommand = (args: Arguments, terminal: Terminal) => Promise<ExitCode>

/** One command with its manual page. Its file loads what it needs inside `run`, so that help loads nothing of it. */
export interface Command {
  readonly usage: string
  /** Flags in groups, by the title of the group. */
  readonly flags: Readonly<Record<string, Flags>>
  /** What each example does, by its command line. */
  readonly examples: Readonly<Record<string, string>>
  readonly run: RunCommand
}

/** Every flag of a command, whatever its group. */
export const listFlags = ({ flags }: Pick<Command, 'flags'>): Flags => Object.assign({}, ...Object.values(flags))
