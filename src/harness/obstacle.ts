/** Why a flow cannot go on. It says nothing about what is required. */
export class Obstacle extends Error {
  override readonly name = 'Obstacle'
}

export function stop(message: string, cause?: unknown): never {
  throw new Obstacle(message, { cause })
}

/** Words of a target, cut short. */
export const showWords = (words: unknown): string => `${words}`.slice(0, 200)

/** Does what an obstacle may end; nothing comes of it then. */
export async function attemptCalls<T>(run: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Obstacle) return undefined
    throw error
  }
}

/** Does what an obstacle may end, and says what it was; nothing, if there was none. */
export async function reportObstacle(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof Obstacle) return error.message
    throw error
  }
}
