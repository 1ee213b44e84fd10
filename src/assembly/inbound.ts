import type { Answers } from '../actors/parties/desk.ts'
import type { Called, Switchboard } from '../harness/switchboard.ts'
import { WireError } from '../model/errors.ts'
import type { Role } from '../model/requirement.ts'
import type { Settings } from '../model/settings.ts'
import type { Terms } from '../model/terms.ts'
import type { Asked, Endpoint, Fields, Replied } from '../model/wire.ts'
import type { Dialect } from '../protocol/dialect.ts'
import { appOf, type FetchHandler } from '../wire/app.ts'
import type { Company } from './company.ts'
import { roleOf } from './roles.ts'

// Targets that call us find the actors that they need, each session at an address of its own if that can be had.

/** A session that can be called. */
export interface Visited {
  readonly session: string
  readonly company: Company
  readonly terms: Terms
  /** The same, where everybody is behind our door. */
  readonly atDoor: Terms
  /** Whoever calls finds nobody of these: they are targets themselves. */
  readonly isTarget: (role: Role) => boolean
}

/** What somebody from outside did that is no message of the flow. */
export interface Outside {
  /** Somebody called an address where nobody answers. */
  readonly stray: (session: string, what: string) => void
  /** A deeplink arrived. */
  readonly arrived: (session: string, link: string) => void
  /** What one target told another was lost on the way. */
  readonly lost: (session: string, error: WireError) => void
}

/** Where everything of one session is, below the base address. */
export const pathOf = (session: string): string => `/s/${session}`

/** Takes calls from outside to whichever session they are for: the one in their path, or else the one in play. */
export function inboundOf(
  board: Switchboard,
  visited: (session: string | undefined) => Visited | undefined,
  settings: Settings,
  deeplink: Dialect['deeplink'],
  outside: Outside,
): FetchHandler {
  const apps = new WeakMap<Visited, FetchHandler>()
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const named = /^\/s\/([\w-]{1,64})(?=\/|$)/.exec(pathname)?.[1]
    const found = visited(named)
    if (!found) return gone(named)
    const { session } = found
    if (new URLSearchParams(search).has(deeplink.parameter)) {
      outside.arrived(session, `${deeplink.uri}${search}`)
      return Response.json({ received: 'the deeplink' })
    }
    const stray = (call: string): void => outside.stray(session, call)
    const app = apps.get(found) ?? appOf(answersIn(board, found, settings, outside), found.atDoor, throwOn, stray)
    apps.set(found, app)
    return app(request)
  }
}

function answersIn(
  board: Switchboard,
  { session, company, isTarget, terms, atDoor }: Visited,
  settings: Settings,
  { lost }: Outside,
): Answers {
  const own: Answers = {
    ...(!isTarget('wallet backend') && company.walletBackend),
    ...(!isTarget('issuer') && company.issuer),
    ...(!isTarget('status service') && company.statusService),
  }
  const answers = Object.entries(own).map(([name, answer]) => {
    const endpoint = name as Called // its keys are endpoints that are called
    const from = callerOf(endpoint, settings)
    return [endpoint, (asked: Asked): Promise<Replied> => board.take(session, endpoint, from, asked, answer)]
  })
  const { url } = terms.addresses.walletCallback
  const passOn = async ({ headers, ...asked }: Asked): Promise<Replied> => {
    try {
      return await board.call(session, 'walletCallback', 'identity app', { ...asked, url, headers: ofMessage(headers) })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      lost(session, error)
      return { status: 502, headers: {}, body: '' }
    }
  }
  const isPassed = isTarget('wallet backend') && atDoor.addresses.walletCallback.url !== url
  return { ...Object.fromEntries(answers), ...(isPassed && { walletCallback: passOn }) }
}

/** Header fields that go on with a message; the others belong to the connection that it came by. */
const ofMessage = (headers: Fields): Fields =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))

const ofConnection = new Set(
  'host connection keep-alive content-length transfer-encoding accept-encoding te trailer upgrade expect'.split(' '),
)

/** Whoever of the targets calls an endpoint. */
function callerOf(endpoint: Endpoint, { targets }: Settings): Role {
  // An identity app of ours does not call from outside.
  const isStray = endpoint === 'walletCallback' && !targets['identity-app']
  const stray = isStray ? (['wallet', 'issuer'] as const).find((role) => targets[role]) : undefined
  if (stray) return roleOf[stray]
  if (endpoint === 'issuerConfig' || endpoint === 'validate' || endpoint === 'walletCallback') return 'identity app'
  if (endpoint === 'offer' || endpoint === 'nonce' || endpoint === 'issuerMetadata') return 'wallet'
  const [first = 'wallet-backend'] = (['verifier', 'wallet-backend', 'wallet'] as const).filter((role) => targets[role])
  return roleOf[first]
}

const gone = (session: string | undefined): Response =>
  Response.json(
    {
      error: 'gone',
      error_description: session === undefined ? 'no session is in play' : `the session ${session} is over`,
    },
    { status: session === undefined ? 503 : 410 },
  )

const throwOn = (error: unknown): never => {
  throw error
}
