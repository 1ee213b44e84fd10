/** Things that are remembered. Whoever asks again asks soon: the next check, or whoever records a message. */
const most = 8

/**
 * Works something out once for each of the last few things that it is asked about. A `WeakMap` would remember all of
 * them, and keeping one up costs the collector of garbage more than most checks cost.
 */
export function memoizeLast<K extends object | string | number, V>(work: (about: K) => V): (about: K) => V {
  const known: { readonly about: K; readonly value: V }[] = []
  let latest = -1
  return (about) => {
    const last = known[latest]
    if (last?.about === about) return last.value
    for (const each of known) if (each.about === about) return each.value
    const value = work(about)
    latest = (latest + 1) % most
    known[latest] = { about, value }
    return value
  }
}
