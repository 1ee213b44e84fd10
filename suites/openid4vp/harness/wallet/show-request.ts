import { showLink } from '../../../../src/harness/show-link.ts'
import type { ShowSession } from '../../../../src/harness/wallet/serve-sessions.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import type { VerifierSession } from './verifier-session.ts'

/** Shows requests to the person who operates a wallet. What the wallet presents is seen by itself. */
export const createRequestShow =
  (terminal: Terminal): ShowSession<VerifierSession> =>
  async ({ name: session, link, findProgress }, wait) => {
    const answer = await showLink(terminal, wait, {
      ...{ role: 'wallet', session, link, answer: 'done' },
      title: 'Let the wallet answer the request',
      lines: [
        'Scan the QR code with the wallet, or open the link on its device.',
        'Consent, or see the wallet reject the request.',
      ],
      question: 'Press Enter when the wallet is done: ',
    })
    return answer === undefined ? undefined : findProgress() !== 'open'
  }
