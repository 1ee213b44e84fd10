import { limits } from '../encoding/limits.ts'

/** What is counted over a whole message, however many artefacts it has. */
export type Resource = keyof typeof limits.message

/** How much of each resource there is. */
export type Amounts = Readonly<Record<Resource, number>>

/** How much a message or a session may still hold and cost. */
export interface Budget {
  /** Takes an amount. Returns false, and takes nothing, where less is left. */
  readonly take: (resource: Resource, amount: number) => boolean
}

/** Creates a budget. What a message takes is taken from its session as well. */
export function createBudget(amounts: Amounts = limits.message, session?: Budget): Budget {
  const left: Record<Resource, number> = { ...amounts }
  return {
    take: (resource, amount) => {
      if (amount > left[resource] || session?.take(resource, amount) === false) return false
      left[resource] -= amount
      return true
    },
  }
}

const words: Readonly<Record<Resource, string>> = {
  layers: 'layers',
  octets: 'characters in all layers',
  disclosures: 'disclosures',
  hashes: 'hashes of known mistakes to compute',
  signatures: 'signatures to verify',
  comparisons: 'comparisons of claims with a query',
}

/** Explains which limit of a message or of its session was reached. */
export const explainLimit = (resource: Resource): string =>
  `there are more than ${limits.message[resource]} ${words[resource]} in one message, or ${limits.session[resource]} in its session`
