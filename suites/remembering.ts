/** Things that are remembered. A dossier seldom holds more than two credentials. */
const most = 8

/**
 * Works something out once for each of the last few things that it is asked about. A `WeakMap` would remember all of
 * them, and keeping one up costs the collector of garbage more than most checks cost.
 */
export function remembering<K extends object, V>(work: (about: K) => V): (about: K) => V {
  const known: { readonly about: K; readonly value: V }[] = []
  let next = 0
  return (about) => {
    for (const each of known) if (each.about === about) return each.value
    const value = work(about)
    known[next] = { about, value }
    next = (next + 1) % most
    return value
  }
}
