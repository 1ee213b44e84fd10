import { sanitize } from '../../../../reporters/text/sanitize.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import type { IssuerSession } from './issuer-session.ts'

/** Shows offers to the person who operates a wallet, and asks how they ended. */
export const createShow =
  (terminal: Terminal) =>
  async ({ link, txCode }: IssuerSession): Promise<boolean | undefined> => {
    const { renderQrLines } = await import('../../../../src/drivers/manual/qr-code.ts')
    terminal.progress?.('')
    for (const line of renderQrLines(link) ?? []) terminal.err(line)
    terminal.err(sanitize(link, 100_000))
    if (txCode !== undefined) terminal.err(`the transaction code is ${txCode}`)
    const answer = await terminal.ask?.('Did the wallet take the credential? y, n, or Enter if it does not say: ')
    if (answer === undefined || !/^[yn]/i.test(answer.trim())) return undefined
    return /^y/i.test(answer.trim())
  }
