import { termsOf } from '../../suites/terms.ts'
import type { Ports, Pushed } from '../actors/parties/desk.ts'
import type { Deed, Order } from '../model/driver.ts'
import type { Answering, Asked, Origin, Replied } from '../model/wire.ts'
import { isObject, parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import { type Company, companyIn, type Surroundings } from './company.ts'
import { tokenHeader } from './ports.ts'

// A reference wallet, identity app or verifier that somebody else moves: the other end of a driver.

/** Takes orders, one after the other in each session. */
export type Driven = (order: Order) => Promise<Deed>

/** Sessions that are remembered; whoever moves an older one begins it anew. */
const remembered = 64

/** What came of an order, while it is carried out. */
interface Doing {
  readonly company: Company
  readonly pushed: Pushed[]
  readonly links: string[]
}

/** Actors who do what they are ordered to, and call out for all that travels by HTTP. */
export function drivenIn(
  surroundings: Omit<Surroundings, 'bases' | 'random'>,
  randomFor: (session: string) => Surroundings['random'],
  callOut: (asked: Asked, origin: Origin) => Promise<Replied>,
): Driven {
  const sessions = new Map<string, Doing>()

  function doingIn(order: Order): Doing {
    const { session, issuer, statusService: status, walletBackend } = order
    const known = sessions.get(session)
    if (known && order.verb !== 'share' && order.verb !== 'offer') return known
    const bases = { issuer, status, walletBackend, verifier: issuer }
    const terms = termsOf(surroundings.decide, bases)
    const account = surroundings.accounts.find(({ uid }) => 'uid' in order && order.uid === uid)
    const pushed: Pushed[] = []
    const links: string[] = []
    const ports: Ports = {
      call: (endpoint, _, asked, origin = 'configured') => {
        const isGuarded = account !== undefined && terms.guarded.has(endpoint)
        const headers = { ...(isGuarded && tokenHeader(terms, account)), ...asked.headers }
        return callOut({ ...asked, headers }, origin)
      },
      push: async (one) => void pushed.push(one),
      handOver: async () => {},
      openLink: async (link) => void links.push(link),
    }
    const company = companyIn({ ...surroundings, bases, random: randomFor(session) }, ports)
    const doing = { company, pushed, links }
    const [oldest] = sessions.keys()
    if (sessions.size >= remembered && oldest !== undefined) sessions.delete(oldest)
    sessions.set(session, doing)
    return doing
  }

  return async (order) => {
    const { company, pushed, links } = doingIn(order)
    switch (order.verb) {
      case 'share': {
        const { deviceId, uid, sessionToken, offer } = order
        await company.identityApp.share({ deviceId, uid, sessionToken, offer })
        return { pushed: pushed.splice(0) }
      }
      case 'offer':
        await company.wallet.take({ offer: order.offer, credentialIdentifier: order.credentialIdentifier })
        return { links: links.splice(0) }
      case 'open':
        await company.identityApp.open(order.link)
        return {}
      case 'verify':
        return verify(order.presentation, company.verifier.presentation)
    }
  }
}

async function verify(presentation: string, answer: Answering | undefined): Promise<Deed> {
  const replied = await answer?.({ method: 'POST', url: '', headers: {}, body: JSON.stringify({ presentation }) })
  const read = attempt(() => parseJsonObject(replied?.body ?? ''))
  const { accepted, claims, refused } = 'value' in read ? read.value : {}
  return {
    accepted: accepted === true,
    ...(isObject(claims) && { claims }),
    ...(Array.isArray(refused) && { refused: refused.join(', ') }),
  }
}
