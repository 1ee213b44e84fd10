import { showLink } from '../../../../src/harness/show-link.ts'
import type { ShowSession } from '../../../../src/harness/wallet/serve-sessions.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import type { IssuerSession } from './issuer-session.ts'

/** Shows offers to the person who operates a wallet, and asks how they ended. */
export const createShow =
  (terminal: Terminal): ShowSession<IssuerSession> =>
  async ({ name: session, link, txCode }, wait) => {
    const code = txCode === undefined ? [] : [`Enter the transaction code ${txCode}.`]
    const answer = await showLink(terminal, wait, {
      ...{ role: 'wallet', session, link, answer: 'accepted' },
      title: 'Let the wallet accept the offer',
      lines: ['Scan the QR code with the wallet, or open the link on its device.', ...code],
      question: 'Did the wallet accept the credential? y, n, or Enter if it does not say: ',
    })
    if (answer === undefined || !/^[yn]/i.test(answer.trim())) return undefined
    return /^y/i.test(answer.trim())
  }
