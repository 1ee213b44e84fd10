import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Paint, Style } from '../../reporters/blocks.ts'

/** Where a command reads and writes. A test hands in another one. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly paint: Paint
  readonly stdin: () => Buffer
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
}
