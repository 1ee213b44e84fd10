import { splitCommandLine } from '../drivers/command-line.ts'
import { startProcess } from '../drivers/driver-process.ts'
import { takeFromTape } from './tape/tape.ts'

export const commandPrefix = 'command:'

/** What a command printed, and how it ended. */
export interface CommandEnd {
  readonly ok: boolean
  readonly how: string
  readonly output: string
}

/** Characters of its output that are read. */
const longest = 100_000

/** A command of a flag: further words of it, and the seconds that it may take. */
interface CommandOptions {
  readonly flag: string
  readonly words?: readonly string[]
  readonly seconds: number
}

/** Runs a command without a shell, and ends it when its time is over. */
export const runCommand = (line: string, options: CommandOptions): Promise<CommandEnd> =>
  takeFromTape(`the command of ${options.flag}`, () => startCommand(line, options))

async function startCommand(line: string, { flag, words = [], seconds }: CommandOptions): Promise<CommandEnd> {
  const child = startProcess([...splitCommandLine(line, flag), ...words], { label: flag, output: 'pipe' })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < longest) output += text
  })
  child.stdin?.end()
  const late = setTimeout(() => child.kill('SIGTERM'), seconds * 1000)
  try {
    const { ok, how } = await child.ended
    return { ok, how: `${how} ${child.readLastError()}`.trim(), output }
  } finally {
    clearTimeout(late)
    await child.end()
  }
}
