import { sanitize } from '../../../../reporters/text/sanitize.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import type { VerifierSession } from './verifier-session.ts'

/** Shows requests to the person who operates a wallet. What the wallet presents is seen by itself. */
export const createRequestShow =
  (terminal: Terminal) =>
  async ({ link, findProgress }: VerifierSession): Promise<boolean | undefined> => {
    const { renderQrLines } = await import('../../../../src/drivers/manual/qr-code.ts')
    terminal.progress?.('')
    for (const line of renderQrLines(link) ?? []) terminal.err(line)
    terminal.err(sanitize(link, 100_000))
    const answer = await terminal.ask?.('Press Enter when the wallet is done: ')
    return answer === undefined ? undefined : findProgress() !== 'open'
  }
