import type { Decide } from '../../../../model/decision.ts'
import type { Account } from '../../../../model/driver.ts'
import type { Message, MessageEndpoint } from '../../model/endpoints.ts'
import type { ParsedMessage, Population } from '../../model/exchange.ts'
import { sessionPlan } from '../../model/session-plan.ts'
import { NONCE_RELATION } from '../../nonce/decisions.ts'
import { findErrorLeaks, readPersonalValues } from '../../population/error-leaks.ts'
import { emptyPopulation, joinPopulations, readIssued } from '../../population/population.ts'
import { isProbeMessage } from '../probes/session-names.ts'

/** Collects what the issuer under test issues in the sessions of probes. */
export interface PopulationCollector {
  readonly add: (message: Message, account: Account | undefined) => void
  readonly collect: () => Population
}

/** How many messages of each endpoint are read: a run may have millions. */
const limits: { readonly [E in MessageEndpoint]?: number } = {
  nonce: 4_000,
  issuerConfig: 4_000,
  offer: 4_000,
  validate: 500,
}

const plannedSessions = new Set(sessionPlan.map(({ session }) => session))

/** How many error responses are searched. */
const maxErrors = 2_000

/** Creates a collector. The planned sessions are left out: they are judged as a whole. */
export function createPopulationCollector(
  parse: (message: Message) => ParsedMessage,
  decide: Decide,
): PopulationCollector {
  const parts: Population[] = []
  const counts = new Map<string, number>()
  const claims = new Set<string>()
  const isWithin = (name: string, limit: number): boolean => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count < limit
  }
  // It is the code of Issuer Config, and may be asked for twice.
  const isNonceOfSession = decide(NONCE_RELATION) === 'all-equal'
  const addLeaks = (message: Message, token = ''): void => {
    if ((message.response?.status ?? 0) < 400 || !isWithin('errors', maxErrors)) return
    const leaks = findErrorLeaks(parse(message), { token, claims })
    if (leaks.length > 0) parts.push({ ...emptyPopulation, leaks })
  }
  return {
    add: (message, account) => {
      const { endpoint, session, to } = message
      if (to !== 'issuer' || (endpoint === 'nonce' && isNonceOfSession)) return
      if (plannedSessions.has(session)) {
        if (endpoint === 'validate') for (const value of readPersonalValues(parse(message), decide)) claims.add(value)
        return
      }
      addLeaks(message, account?.sessionToken)
      if (endpoint === 'offer' && isProbeMessage(session)) return // the offer of its session, once more
      if (isWithin(endpoint, limits[endpoint] ?? 0))
        parts.push(readIssued(parse(message), account?.uid ?? '', { decide }))
    },
    collect: () => (parts.length === 0 ? emptyPopulation : joinPopulations(parts)),
  }
}
