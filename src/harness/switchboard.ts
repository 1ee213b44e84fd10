import { HarnessError, WireError } from '../model/errors.ts'
import type { Role } from '../model/requirement.ts'
import type { Answering, Asked, Endpoint, Hop, Origin, Replied } from '../model/wire.ts'

/** How one actor is reached, whether it is in this process or behind a URL. */
export type Line = (
  asked: Asked,
  how: {
    readonly endpoint: Endpoint
    readonly origin: Origin
    readonly signal: AbortSignal
    /** What the session knows by now. */
    readonly facts: () => Readonly<Record<string, string>>
  },
) => Promise<Replied>

/** Who answers over HTTP. */
export type Answerer = 'issuer' | 'status service' | 'wallet backend' | 'verifier'

/** The endpoints that are called over HTTP. */
export type Called = Exclude<Endpoint, 'offerPush' | 'deeplink'>

/** Who answers at each endpoint. */
export const answererOf: Readonly<Record<Called, Answerer>> = {
  issuerConfig: 'issuer',
  offer: 'issuer',
  issuerMetadata: 'issuer',
  nonce: 'issuer',
  validate: 'issuer',
  jwks: 'issuer',
  status: 'status service',
  walletCallback: 'wallet backend',
  presentation: 'verifier',
}

/** What a switchboard needs to put calls through and to keep a record of them. */
export interface Exchange {
  readonly lineTo: (answerer: Answerer, session: string) => Line
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Told of every hop when it is over. */
  readonly record: (hop: Hop) => void
  readonly signal: AbortSignal
  /** How many messages there were before; theirs are the first numbers. */
  readonly before?: number
  /** What a session knows by now, for whoever shapes its calls. */
  readonly factsOf: (session: string) => Readonly<Record<string, string>>
}

/** Puts every message through and records it. */
export interface Switchboard {
  readonly call: (session: string, endpoint: Endpoint, from: Role, asked: Asked, origin?: Origin) => Promise<Replied>
  /** Answers a call that came from outside, and records it. */
  readonly take: (session: string, endpoint: Called, from: Role, asked: Asked, answer: Answering) => Promise<Replied>
  /** Records a message that does not travel by HTTP. */
  readonly note: (hop: Pick<Hop, 'session' | 'endpoint' | 'from' | 'to' | 'asked' | 'clear'>) => void
  /** A message that travelled over another switchboard, with the next number of this one. */
  readonly numbered: (hop: Hop) => Hop
}

/** A switchboard with everything that was said over it on record. */
export function switchboard({ lineTo, clock, record, signal, factsOf, before = 0 }: Exchange): Switchboard {
  let count = before
  return {
    async call(session, endpoint, from, asked, origin = 'configured') {
      if (endpoint === 'offerPush' || endpoint === 'deeplink') {
        throw new HarnessError('ERR_DEFECT', `${endpoint} is not called over HTTP`)
      }
      const to = answererOf[endpoint]
      const started = { number: ++count, session, endpoint, from, to, sent: clock(), asked }
      const ended = (): { readonly took: number } => ({ took: Math.max(0, clock() - started.sent) })
      try {
        const replied = await lineTo(to, session)(asked, { endpoint, origin, signal, facts: () => factsOf(session) })
        record({ ...started, ...ended(), replied })
        return replied
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        record({ ...started, ...ended(), lost: { loss: error.loss, message: error.message } })
        throw error
      }
    },
    async take(session, endpoint, from, asked, answer) {
      const started = { number: ++count, session, endpoint, from, to: answererOf[endpoint], sent: clock(), asked }
      const replied = await answer(asked)
      record({ ...started, took: Math.max(0, clock() - started.sent), replied })
      return replied
    },
    note(hop) {
      record({ number: ++count, sent: clock(), took: 0, ...hop })
    },
    numbered: (hop) => ({ ...hop, number: ++count }),
  }
}
