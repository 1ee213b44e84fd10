import type { Ports, Pushed } from '../actors/parties/desk.ts'
import type { Switchboard } from '../harness/switchboard.ts'
import type { Deed, Order, Places } from '../model/driver.ts'
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
  /** Gives an order to whoever plays a role from outside; nothing where it is played here. */
  readonly ordering: (role: 'wallet' | 'identity app') => Ordering | undefined
}

/** An order, but for where it is given. */
export type Told = Order extends infer O ? (O extends Order ? Omit<O, keyof Places> : never) : never
export type Ordering = (told: Told) => Promise<Deed>

/** The wish to share, with which every session begins. */
export interface Share {
  readonly share: (offer: 'value' | 'reference') => Promise<void>
}

/** The session token, for endpoints that were agreed to want one of whoever calls. */
export const tokenHeader = (
  { token: { header, format } }: Terms,
  { sessionToken }: Account,
): Readonly<Record<string, string>> => ({
  [header.toLowerCase()]: format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken,
})

/** How the actors of one session reach one another. */
export function portsOf({ board, session, terms, account, company, ordering }: Connection): Ports & Share {
  const pushed = ({ offer }: Pushed) => ({ method: 'PUSH', url: 'os:offer', headers: {}, body: offer })
  async function push(one: Pushed): Promise<void> {
    board.note({ session, endpoint: 'offerPush', from: 'identity app', to: 'credential manager', asked: pushed(one) })
    await company()?.credentialManager.take(one)
  }
  async function openLink(link: string, clear?: string): Promise<void> {
    const asked = { method: 'OPEN', url: link, headers: {} }
    const sealed = clear === undefined ? {} : { clear }
    board.note({ session, endpoint: 'deeplink', from: 'wallet', to: 'identity app', asked, ...sealed })
    const order = ordering('identity app')
    await (order ? order({ verb: 'open', link }) : company()?.identityApp.open(link))
  }
  return {
    push,
    openLink,
    call: (endpoint, from, asked, origin) => {
      const isAgreed = hasOriginOf(terms.addresses[endpoint].url, asked.url)
      // Wherever else a message points, nobody is told the token, and nobody is trusted.
      const token = isAgreed && terms.guarded.has(endpoint) ? tokenHeader(terms, account) : {}
      const known = { ...asked, headers: { ...token, ...asked.headers } }
      return board.call(session, endpoint, from, known, isAgreed ? origin : 'message')
    },
    handOver: async (one) => {
      board.note({ session, endpoint: 'offerPush', from: 'credential manager', to: 'wallet', asked: pushed(one) })
      const order = ordering('wallet')
      if (!order) return company()?.wallet.take(one)
      const { links = [] } = await order({ verb: 'offer', ...one })
      for (const link of links) await openLink(link)
    },
    share: async (offer) => {
      const order = ordering('identity app')
      if (!order) return company()?.identityApp.share({ ...account, offer })
      const { pushed: offers = [] } = await order({ verb: 'share', ...account, offer })
      for (const each of offers) await push(each)
    },
  }
}
