/** What a function of Node's cryptography returns; nothing, if it refuses its input. */
export function attemptCrypto<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
