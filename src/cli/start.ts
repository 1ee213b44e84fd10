import type { ExitCode } from '../terminal/exit-codes.ts'
import { watchStream } from '../terminal/output.ts'
import { terminal } from '../terminal/terminal.ts'
import { dispatch } from './dispatch.ts'
import { limitMemory } from './limit-memory.ts'

/** Runs a command line in this process. What runs for long may lose the reader of its lines. */
export function start(argv: readonly string[], isLong: boolean): Promise<ExitCode> {
  if (isLong) {
    watchStream(process.stdout)
    watchStream(process.stderr)
  }
  if (argv[0] === 'audit' || argv[0] === 'worker') limitMemory()
  return dispatch(argv, terminal)
}
