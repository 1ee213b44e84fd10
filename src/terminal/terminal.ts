import type { Readable } from 'node:stream'
import { styleText } from 'node:util'
import { HarnessError } from '../../model/errors.ts'
import type { Paint, Style } from '../../reporters/text/paint.ts'
import { openOutput, watchStream } from './output.ts'
import { readAtMost } from './read-at-most.ts'
import { readColumns } from './wrap-line.ts'

/** What a person does in a test, such as handing an offer to a wallet, and what they are asked then. */
export interface PersonTask {
  /** The role under test. */
  readonly role: 'issuer' | 'wallet'
  readonly session: string
  readonly title: string
  readonly lines: readonly string[]
  readonly link: string
  /** Seconds until the test goes on without them. */
  readonly timeout: number
  /** What they say: whether the wallet accepted (`y` or `n`), that they are done, or where the browser was sent. */
  readonly answer: 'accepted' | 'done' | 'address'
}

/** What a command reads from and writes to. Tests pass one of their own. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly paint: Paint
  readonly stdin: () => Buffer
  /** Standard input as a stream, for what is too long to be held. */
  readonly readStdin?: () => Readable
  /** Asks for a line; `undefined` after Ctrl+C, or at the end of the input. Absent where no person sits before it. */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined
  /** Shows a task where a program runs the command, and waits for the answer; `undefined` if there is none. */
  readonly showTask?: (task: PersonTask) => Promise<string | undefined>
  /** Its width in characters; absent where lines may be as long as they are. */
  readonly columns?: number | undefined
  /** Whether progress is shown in one line that is overwritten. */
  readonly isLive?: boolean
  /** Shows how far a long command is, in one line that is overwritten; an empty text erases it. */
  readonly progress?: (text: string) => void
}

/** Asks at the terminal. */
async function askForLine(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const ended = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)))
    // Ctrl+C rejects the question, or closes it.
    return await Promise.race([reader.question(question).catch(() => undefined), ended])
  } finally {
    reader.close()
  }
}

/** Octets of standard input that are read at once: as many as of a file. It may have no end. */
const mostInput = 32_000_000

function refuseInput(): never {
  throw new HarnessError('ERR_INPUT', `standard input has more than ${mostInput} octets`)
}

const styles = { bad: 'red', good: 'green', doubt: 'yellow', strong: 'bold', quiet: 'gray' } as const satisfies Record<
  Style,
  string
>

const output = openOutput(1)

/** The terminal of this process. `styleText` colours only terminals, and obeys NO_COLOR and FORCE_COLOR. */
export const terminal: Terminal = {
  out: (line) => output.write(`${line}\n`),
  err: (line) => void watchStream(process.stderr).write(`${line}\n`),
  paint: (style, text) => (output.isPlain ? text : styleText(styles[style], text, { stream: process.stdout })),
  stdin: () => readAtMost(0, mostInput) ?? refuseInput(),
  readStdin: () => process.stdin,
  get columns() {
    return readColumns(process.env.COLUMNS, output.isPlain ? undefined : process.stdout.columns)
  },
  // Asked for when it is needed: Node opens a stream when it is first named, and loads what streams need.
  get isLive() {
    return process.stderr.isTTY
  },
  get ask() {
    return process.stdin.isTTY && process.stdout.isTTY ? askForLine : undefined
  },
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
    else if (text !== '') process.stderr.write(`${text}\n`)
  },
}
