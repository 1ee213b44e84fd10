import type { Ports, Pushed } from '../actors/parties/desk.ts'
import type { Switchboard } from '../harness/switchboard.ts'
import type { Account } from '../model/settings.ts'
import type { Terms } from '../model/terms.ts'
import { hasOriginOf } from '../wire/url.ts'
import type { Company } from './company.ts'

/** What the ports of a session are made of. */
export interface Connection {
  readonly board: Switchboard
  readonly session: string
  readonly terms: Terms
  readonly account: Account
  readonly company: () => Company | undefined
}

/** The session token, for endpoints that were agreed to want one of whoever calls. */
const tokenHeader = (
  { token: { header, format } }: Terms,
  { sessionToken }: Account,
): Readonly<Record<string, string>> => ({
  [header.toLowerCase()]: format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken,
})

/** How the actors of one session reach one another. */
export function portsOf({ board, session, terms, account, company }: Connection): Ports {
  const pushed = ({ offer }: Pushed) => ({ method: 'PUSH', url: 'os:offer', headers: {}, body: offer })
  return {
    call: (endpoint, from, asked, origin) => {
      const isAgreed = hasOriginOf(terms.addresses[endpoint].url, asked.url)
      // Wherever else a message points, nobody is told the token, and nobody is trusted.
      const token = isAgreed && terms.guarded.has(endpoint) ? tokenHeader(terms, account) : {}
      const known = { ...asked, headers: { ...token, ...asked.headers } }
      return board.call(session, endpoint, from, known, isAgreed ? origin : 'message')
    },
    push: async (one) => {
      board.note({ session, endpoint: 'offerPush', from: 'identity app', to: 'credential manager', asked: pushed(one) })
      await company()?.credentialManager.take(one)
    },
    handOver: async (one) => {
      board.note({ session, endpoint: 'offerPush', from: 'credential manager', to: 'wallet', asked: pushed(one) })
      await company()?.wallet.take(one)
    },
    openLink: async (link, clear) => {
      const asked = { method: 'OPEN', url: link, headers: {} }
      board.note({ session, endpoint: 'deeplink', from: 'wallet', to: 'identity app', asked, clear })
      await company()?.identityApp.open(link)
    },
  }
}
