import type { CommandHandler, DriverCommand, DriverReply } from '../../../model/driver.ts'
import { TransportError } from '../../../model/errors.ts'
import type { EndpointHandler, HttpRequest, HttpResponse, UrlOrigin } from '../../../model/wire.ts'
import { isObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Network, OfferPush } from '../actors/services/context.ts'
import { createTokenHeader } from '../actors/services/http.ts'
import { deriveTerms } from '../kit/terms.ts'
import { type ActorsOptions, type RunningActors, startActors } from './actors.ts'

// A reference wallet, identity app or verifier that a driver operates.

/** The number of sessions that are kept. A command in an older one starts it again. */
const maxSessions = 64

/** The actors of a session, and what they send while they execute a command. */
interface DrivenSession {
  readonly actors: RunningActors
  readonly pushed: OfferPush[]
  readonly links: string[]
}

/** Creates a handler whose actors send every HTTP request through `callOut`. */
export function createCommandHandler(
  options: Omit<ActorsOptions, 'bases' | 'random'>,
  randomFor: (session: string) => ActorsOptions['random'],
  callOut: (request: HttpRequest, origin: UrlOrigin) => Promise<HttpResponse>,
): CommandHandler {
  const sessions = new Map<string, DrivenSession>()

  function findSession(command: DriverCommand): DrivenSession {
    const { session, issuer, statusService: status, walletBackend } = command
    const known = sessions.get(session)
    if (known && command.verb !== 'share' && command.verb !== 'offer') return known
    const bases = { issuer, status, walletBackend, verifier: issuer }
    const terms = deriveTerms(options.decide, bases)
    const account = options.accounts.find(({ uid }) => 'uid' in command && command.uid === uid)
    const pushed: OfferPush[] = []
    const links: string[] = []
    const network: Network = {
      call: (endpoint, _, request, origin = 'configured') => {
        const isGuarded = account !== undefined && terms.guarded.has(endpoint)
        const headers = { ...(isGuarded && createTokenHeader(terms, account)), ...request.headers }
        return callOut({ ...request, headers }, origin)
      },
      pushOffer: async (one) => void pushed.push(one),
      deliverOffer: async () => {},
      openLink: async (link) => void links.push(link),
    }
    const actors = startActors({ ...options, bases, random: randomFor(session) }, network)
    const opened = { actors, pushed, links }
    const [oldest] = sessions.keys()
    if (sessions.size >= maxSessions && oldest !== undefined) sessions.delete(oldest)
    sessions.set(session, opened)
    return opened
  }

  return async (command) => {
    const { actors, pushed, links } = findSession(command)
    switch (command.verb) {
      case 'share': {
        const { deviceId, uid, sessionToken, offer } = command
        await actors.identityApp.share({ deviceId, uid, sessionToken, offer })
        return { pushed: pushed.splice(0) }
      }
      case 'offer':
        await actors.wallet.take({ offer: command.offer, credentialIdentifier: command.credentialIdentifier })
        return { links: links.splice(0) }
      case 'open':
        await actors.identityApp.open(command.link)
        return {}
      case 'request':
        throw new TransportError('configuration', 'this target takes no requests of the Digital Credentials API')
      case 'verify':
        return verifyPresentation(command.presentation, actors.verifier.presentation)
    }
  }
}

async function verifyPresentation(presentation: string, answer: EndpointHandler | undefined): Promise<DriverReply> {
  const response = await answer?.({ method: 'POST', url: '', headers: {}, body: JSON.stringify({ presentation }) })
  const read = attempt(() => parseJsonObject(response?.body ?? ''))
  const { accepted, claims, refused } = 'value' in read ? read.value : {}
  return {
    accepted: accepted === true,
    ...(isObject(claims) && { claims }),
    ...(Array.isArray(refused) && { refused: refused.join(', ') }),
  }
}
