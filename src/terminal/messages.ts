import { sanitize } from '../../reporters/text/sanitize.ts'
import type { Terminal } from './terminal.ts'

// The rules for what Assay prints, after those of age (https://age-encryption.org):
//
// - Standard output has what the command was asked for: a verdict, a report, a list, a JSON document. Nothing else.
// - Everything else goes to standard error, one message to a line, with the prefix `assay:`. An error, a warning and a
//   hint are labelled. No capital letter at the beginning, no full stop at the end.
// - An error says what was being done and what is wrong; a hint says what to do about it.
// - Text that a target or a file contains is escaped and shortened: a terminal never obeys it.
// - Progress is one line on standard error, which is overwritten and finally erased.
// - Colours appear on terminals only, and never where NO_COLOR is set. They repeat what the words say.

/** What kind of message a line is; a note has no label. */
export type MessageLabel = 'error' | 'warning' | 'hint' | 'note'

/** The longest text of a message, in characters. */
const longest = 600

/** Writes one message to standard error. */
export function writeMessage({ err }: Pick<Terminal, 'err'>, label: MessageLabel, text: string): void {
  const shown = sanitize(text, longest).replace(/\.$/, '')
  err(label === 'note' ? `assay: ${shown}` : `assay: ${label}: ${shown}`)
}

/** Something that went wrong, and what to do about it. */
export interface Problem {
  readonly message: string
  readonly hint: string
}

/** Writes an error and its hint to standard error. */
export function writeError(terminal: Pick<Terminal, 'err'>, { message, hint }: Problem): void {
  writeMessage(terminal, 'error', message)
  writeMessage(terminal, 'hint', hint)
}
