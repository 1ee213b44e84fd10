/** A message is not valid; the response gives the reason. */
export class Refused extends Error {
  readonly status: 400 | 401 | 403

  constructor(message: string, status: 400 | 401 | 403 = 400) {
    super(message)
    this.status = status
  }
}

/** Rejects the message unless a condition holds. */
export function demand(holds: boolean, otherwise: string, status?: 401 | 403): asserts holds {
  if (!holds) throw new Refused(otherwise, status)
}

/** Parses a JSON object of unknown content. */
export function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  demand(isObject(value), 'the body is not a JSON object')
  return value
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
