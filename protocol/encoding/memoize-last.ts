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
