import type { Arguments } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Flags } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command and returns the exit code of the process. */
export type RunCommand = (args: Arguments, terminal: Terminal) => Promise<ExitCode>

/** One command with its manual page. The file of a command loads its machinery inside `run`, so that help loads none of it. */
export interface Command {
  readonly summary: string
  readonly usage: string
  /** Flags in groups, by the title of the group. */
  readonly flags: Readonly<Record<string, Flags>>
  /** What each example does, by its command line. */
  readonly examples: Readonly<Record<string, string>>
  readonly run: RunCommand
}

/** Every flag of a command, whatever its group. */
export const listFlags = ({ flags }: Pick<Command, 'flags'>): Flags => Object.assign({}, ...Object.values(flags))
