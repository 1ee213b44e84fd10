import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Paint, Style } from '../../reporters/blocks.ts'

/** Where a command reads and writes. A test hands in another one. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly paint: Paint
  readonly stdin: () => Buffer
  /** Says how far a long command is, in one line that is written over; an empty text takes it away. */
  readonly progress?: (text: string) => void
}

const styles = { bad: 'red', good: 'green', doubt: 'yellow', strong: 'bold', quiet: 'gray' } as const satisfies Record<
  Style,
  string
>

/** The real one. Coloured only if it is a terminal, and if NO_COLOR is not set: `styleText` looks. */
export const terminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  paint: (style, text) => styleText(styles[style], text, { stream: process.stdout }),
  stdin: () => readFileSync(0),
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
    else if (text !== '') process.stderr.write(`${text}\n`)
  },
}
