import { HarnessError } from '../../../../model/errors.ts'
import { commandPrefix, runCommand } from '../../../../src/harness/run-command.ts'

/** Seconds that a command may take. */
const longest = 60

/** What the command after `command:` prints. */
export async function readOutput(place: string, flag: string): Promise<string> {
  const { ok, how, output } = await runCommand(place.slice(commandPrefix.length), { flag, seconds: longest })
  if (ok) return output
  throw new HarnessError('ERR_TARGET', `the command of ${flag} ${how}`)
}
