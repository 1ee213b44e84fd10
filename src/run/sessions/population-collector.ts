import type { Decide } from '../../../model/decision.ts'
import type { ParsedMessage, Population } from '../../../model/exchange.ts'
import { sessionPlan } from '../../../model/session-plan.ts'
import type { Message, MessageEndpoint } from '../../../model/wire.ts'
import { emptyPopulation, joinPopulations, readIssued } from '../../../suites/population/population.ts'

/** Collects what the issuer under test issues in the sessions of probes. */
export interface PopulationCollector {
  readonly add: (message: Message, holder: string) => void
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

/** Creates a collector. The planned sessions are left out: they are judged as a whole. */
export function createPopulationCollector(
  parse: (message: Message) => ParsedMessage,
  decide: Decide,
): PopulationCollector {
  const parts: Population[] = []
  const counts = new Map<MessageEndpoint, number>()
  return {
    add: (message, holder) => {
      const { endpoint, session, to } = message
      const count = counts.get(endpoint) ?? 0
      if (to !== 'issuer' || plannedSessions.has(session) || count >= (limits[endpoint] ?? 0)) return
      counts.set(endpoint, count + 1)
      parts.push(readIssued(parse(message), holder, { decide }))
    },
    collect: () => (parts.length === 0 ? emptyPopulation : joinPopulations(parts)),
  }
}
