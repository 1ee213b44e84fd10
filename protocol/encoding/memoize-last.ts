/** The number of kept values. A value is needed again soon: by the next check, or by the recorder of a message. */
const maxValues = 8

/**
 * Keeps the results of a function for its last few arguments. An object as argument must never change. A `WeakMap` would
 * keep all results, and costs the garbage collector more than most checks cost.
 */
export function memoizeLast<K extends object | string | number, V>(
  compute: (argument: K) => V,
  isSame: (a: K, b: K) => boolean = Object.is,
): (argument: K) => V {
  const known: { readonly argument: K; readonly value: V }[] = []
  let latest = -1
  return (argument) => {
    const last = known[latest]
    if (last && isSame(last.argument, argument)) return last.value
    for (const each of known) if (isSame(each.argument, argument)) return each.value
    const value = compute(argument)
    latest = (latest + 1) % maxValues
    known[latest] = { argument, value }
    return value
  }
}

/**
 * Keeps the results of a function that takes long for many texts: those that were asked for last. For what comes from a
 * test again and again, such as a signature by a key of ours; its results must never change.
 */
export function memoizeMany<A, V>(maxTexts: number, write: (argument: A) => string, compute: (argument: A) => V) {
  const known = new Map<string, V>()
  return (argument: A): V => {
    const text = write(argument)
    const found = known.get(text)
    if (found !== undefined) {
      // The last ones are the last that were asked for.
      known.delete(text)
      known.set(text, found)
      return found
    }
    const value = compute(argument)
    const [oldest] = known.keys()
    if (known.size >= maxTexts && oldest !== undefined) known.delete(oldest)
    known.set(text, value)
    return value
  }
}
