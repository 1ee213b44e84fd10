/** Groups things by a key, in the order in which their keys first occur. */
export const groupInOrder = <T, K>(all: readonly T[], key: (one: T) => K): readonly (readonly [K, readonly T[]])[] => [
  ...Map.groupBy(all, key),
]
