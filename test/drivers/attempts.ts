/** What was thrown, if anything. */
export function attempt(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}
