import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { styleText } from 'node:util'
import type { Paint, Style } from '../../reporters/text/paint.ts'
import { readColumns } from './wrap-line.ts'

/** What a command reads from and writes to. Tests pass one of their own. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly paint: Paint
  readonly stdin: () => Buffer
  /** Standard input as a stream, for what is too long to be held. */
  readonly readStdin?: () => Readable
  /** Asks for a line. Absent where no person sits before it. */
  readonly ask?: (question: string) => Promise<string>
  /** Its width in characters; absent where lines may be as long as they are. */
  readonly columns?: number | undefined
  /** Whether progress is shown in one line that is overwritten. */
  readonly isLive?: boolean
  /** Shows how far a long command is, in one line that is overwritten; an empty text erases it. */
  readonly progress?: (text: string) => void
}

/** Asks at the terminal. The end of the input ends the process, as Ctrl+C does. */
async function askForLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await reader.question(question)
  } finally {
    reader.close()
  }
}

const styles = { bad: 'red', good: 'green', doubt: 'yellow', strong: 'bold', quiet: 'gray' } as const satisfies Record<
  Style,
  string
>

/** The terminal of this process. `styleText` colours only terminals, and obeys NO_COLOR. */
export const terminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  paint: (style, text) => styleText(styles[style], text, { stream: process.stdout }),
  stdin: () => readFileSync(0),
  readStdin: () => process.stdin,
  get columns() {
    return readColumns(process.env.COLUMNS, process.stdout.columns)
  },
  isLive: process.stderr.isTTY,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask: askForLine }),
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
    else if (text !== '') process.stderr.write(`${text}\n`)
  },
}
