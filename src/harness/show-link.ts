import { sanitize } from '../../reporters/text/sanitize.ts'
import type { PersonTask, Terminal } from '../terminal/terminal.ts'

/** How long a person is waited for. */
export interface LinkWait {
  /** Seconds until the test goes on without them. */
  readonly timeout: number
  /** Ends when what they do is seen, or when the time is over. */
  readonly done: Promise<undefined>
}

/** A link for a person who operates a target, and what they are asked at the terminal. */
type LinkTask = Omit<PersonTask, 'timeout'> & { readonly question: string }

/** Shows a link to a person, and waits for the answer; `undefined` if there is none. */
export async function showLink(
  terminal: Terminal,
  { timeout, done }: LinkWait,
  { question, ...task }: LinkTask,
): Promise<string | undefined> {
  if (terminal.showTask) return Promise.race([terminal.showTask({ ...task, timeout }), done])
  const { renderQrLines } = await import('../drivers/manual/qr-code.ts')
  terminal.progress?.('')
  for (const line of renderQrLines(task.link) ?? []) terminal.err(line)
  terminal.err(sanitize(task.link, 100_000))
  for (const line of task.lines.slice(1)) terminal.err(line)
  return terminal.ask?.(question)
}
