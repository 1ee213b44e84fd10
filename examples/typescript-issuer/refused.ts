/** A message that does not hold; whoever sent it is told why. */
export class Refused extends Error {
  readonly status: 400 | 401 | 403

  constructor(message: string, status: 400 | 401 | 403 = 400) {
    super(message)
    this.status = status
  }
}

/** Goes on only where something holds. */
export function demand(holds: boolean, otherwise: string, status?: 401 | 403): asserts holds {
  if (!holds) throw new Refused(otherwise, status)
}

/** A JSON object, of which nothing is known yet. */
export function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  demand(isObject(value), 'this is no JSON object')
  return value
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
