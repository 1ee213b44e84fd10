import type { Account } from '../../../../model/driver.ts'
import type { HttpRequest } from '../../../../model/wire.ts'
import { hasSameOrigin } from '../../../../src/wire/client/url.ts'
import type { Network, OfferPush } from '../../actors/services/context.ts'
import { createTokenHeader } from '../../actors/services/http.ts'
import type { Terms } from '../../model/terms.ts'
import type { RunningActors } from '../../reference/actors.ts'
import type { MessageBus } from '../routes/message-bus.ts'
import type { SendCommand } from './driver-commands.ts'

/** What the network of a session is made of. */
export interface NetworkOptions {
  readonly bus: MessageBus
  readonly session: string
  readonly terms: Terms
  readonly account: Account
  /** Generates the code that goes with an offer to the wallet. */
  readonly createTxnCode: () => string
  /** The agreed address at which a wallet opens the identity app. */
  readonly redirectUri: string
  readonly findActors: () => RunningActors | undefined
  /** Finds how to send commands to a target that is driven; nothing where a reference actor has the role. */
  readonly findCommand: (role: 'wallet' | 'identity app') => SendCommand | undefined
}

/** The first step of every session: the holder wants to share. */
export interface ShareStep {
  readonly share: (offer: 'value' | 'reference') => Promise<void>
}

/** Creates the network over which the actors of one session reach one another. */
export function createNetwork(options: NetworkOptions): Network & ShareStep {
  const { bus, session, terms, account, createTxnCode, redirectUri, findActors, findCommand } = options

  async function pushOffer(pushed: OfferPush): Promise<void> {
    const request = createPush(pushed)
    bus.record({ session, endpoint: 'offerPush', from: 'identity app', to: 'credential manager', request })
    await findActors()?.credentialManager.take(pushed)
  }

  async function deliverOffer(pushed: OfferPush): Promise<void> {
    const request = createPush(pushed)
    bus.record({ session, endpoint: 'offerPush', from: 'credential manager', to: 'wallet', request })
    const send = findCommand('wallet')
    if (!send) return findActors()?.wallet.take(pushed)
    const { offer, credentialIdentifier, beside = {} } = pushed
    const device = { txnCode: createTxnCode(), redirectUri: beside.redirect_uri ?? beside.redirecturi ?? redirectUri }
    const { links = [] } = await send({ verb: 'offer', offer, credentialIdentifier, ...device })
    for (const link of links) await openLink(link)
  }

  async function openLink(link: string, plaintext?: string): Promise<void> {
    const request = { method: 'OPEN', url: link, headers: {} }
    const clear = plaintext === undefined ? {} : { plaintext }
    bus.record({ session, endpoint: 'deeplink', from: 'wallet', to: 'identity app', request, ...clear })
    const send = findCommand('identity app')
    await (send ? send({ verb: 'open', link }) : findActors()?.identityApp.open(link))
  }

  async function share(offer: 'value' | 'reference'): Promise<void> {
    const send = findCommand('identity app')
    if (!send) return findActors()?.identityApp.share({ ...account, offer })
    const { pushed = [] } = await send({ verb: 'share', ...account, offer })
    for (const { credentialIdentifier = '', ...rest } of pushed) await pushOffer({ ...rest, credentialIdentifier })
  }

  const call: Network['call'] = (endpoint, from, request, origin) => {
    const isConfigured = hasSameOrigin(terms.addresses[endpoint].url, request.url)
    // Another origin comes out of a message: it gets no session token and is not trusted.
    const token = isConfigured && terms.guarded.has(endpoint) ? createTokenHeader(terms, account) : {}
    const guarded = { ...request, headers: { ...token, ...request.headers } }
    return bus.call(session, endpoint, from, guarded, isConfigured ? origin : 'message')
  }

  return { call, pushOffer, deliverOffer, openLink, share }
}

/** A push. What came beside the offer is on record as header fields are. */
const createPush = ({ offer, beside = {} }: OfferPush): HttpRequest => ({
  method: 'PUSH',
  url: 'os:offer',
  headers: beside,
  body: offer,
})
