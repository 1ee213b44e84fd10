import type { RequestHandler } from 'msw'
import { HarnessError } from '../../model/errors.ts'
import type { EndpointHandler, HttpRequest, HttpResponse } from '../../model/wire.ts'
import { findChange } from '../../suites/kit/reference-profile.ts'
import type { ChooseChange } from '../../suites/kit/served-actor.ts'
import { servedActors } from '../../suites/standard-actors.ts'
import { suites } from '../../suites/suites.ts'
import { parseBaseUrl } from '../config/check-values.ts'
import { readWallClock } from '../runtime/clock.ts'
import { createDrawing } from '../runtime/random.ts'
import { createOriginHandler } from '../wire/server/msw.ts'

/** Which reference actor of a standard is played. */
export interface StandardReferenceOptions {
  readonly suite: 'openid4vci-1.0' | 'openid4vp-1.0' | 'haip-1.0'
  /** By default, the issuer of OpenID4VCI and HAIP, and the verifier of OpenID4VP. */
  readonly role?: 'issuer' | 'verifier'
  /** Its origin; by default a reserved name, such as `https://issuer.example`. */
  readonly address?: string
  /** The id of one thing that it does wrong; `assay list faults --profile NAME` has all ids. */
  readonly fault?: string
  /** The id of one thing that is legal and unusual. */
  readonly variant?: string
  /** A fixed time in seconds since 1970, or a function that returns the time. */
  readonly now?: number | (() => number)
  /** The same seed gives the same codes, nonces and salts. */
  readonly seed?: number
}

/** A request of the code under test, and the response. */
export interface AnsweredRequest {
  readonly request: HttpRequest
  readonly response: HttpResponse
}

/** The reference actor of a standard behind the `fetch` of the code under test. */
export interface StandardReference {
  /** For `setupServer(…)`, `server.use(…)` or `defineNetwork({ handlers })`. */
  readonly handlers: RequestHandler[]
  /** What the code under test sent, in the order of the responses. */
  readonly received: () => readonly AnsweredRequest[]
  /** Begins a session: returns the offer or the request for a wallet, as the actor gives it. */
  readonly begin: () => Promise<string>
}

/** Makes the reference actor of a standard. */
export function createStandardReference(options: StandardReferenceOptions): StandardReference {
  const { roles = [] } = suites[options.suite]
  const { seed = 1, role = roles.includes('issuer') ? 'issuer' : 'verifier' } = options
  if (!roles.includes(role)) throw new HarnessError('ERR_USAGE', `${options.suite} has no ${role}`)
  const origin = parseBaseUrl('address', options.address ?? `https://${role}.example`)
  const { source, handle } = actors[role].create(origin, readClock(options), readChange(options))
  const draw = createDrawing(String(seed))
  const received: AnsweredRequest[] = []
  const record: EndpointHandler = async (request) => {
    const response = await draw(() => handle(request))
    received.push({ request, response })
    return response
  }
  return {
    handlers: [createOriginHandler(origin, record)],
    received: () => [...received],
    begin: async () => (await draw(() => handle({ method: 'GET', url: source, headers: {} }))).body,
  }
}

const readClock = ({ now = readWallClock }: StandardReferenceOptions): (() => number) =>
  typeof now === 'number' ? () => now : now

const actors = { issuer: servedActors['openid4vci-issuer'], verifier: servedActors['openid4vp-verifier'] }

/** What an actor does otherwise than that of OpenID4VCI or OpenID4VP. */
const readChange =
  ({ suite, fault, variant }: StandardReferenceOptions): ChooseChange =>
  (reference) => {
    if (fault !== undefined && variant !== undefined)
      throw new HarnessError('ERR_USAGE', 'a fault or a variant, not both')
    if (fault !== undefined) return findChange(reference)('fault', fault)
    if (variant !== undefined) return findChange(reference)('variant', variant)
    return suites[suite].on ? reference.change : undefined
  }
