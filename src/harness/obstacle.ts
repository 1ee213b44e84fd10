/** Why a flow cannot go on. It says nothing about what is required. */
export class Obstacle extends Error {
  override readonly name = 'Obstacle'
}

export function stop(message: string, cause?: unknown): never {
  throw new Obstacle(message, { cause })
}

/** Words of a target, cut short. */
export const showWords = (words: unknown): string => `${words}`.slice(0, 200)
