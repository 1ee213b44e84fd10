import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Paint, Style } from '../../reporters/text/paint.ts'

/** What a command reads from and writes to. Tests pass one of their own. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly paint: Paint
  readonly stdin: () => Buffer
  /** Shows how far a long command is, in one line that is overwritten; an empty text erases it. */
  readonly progress?: (text: string) => void
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
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
    else if (text !== '') process.stderr.write(`${text}\n`)
  },
}
