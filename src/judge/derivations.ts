import type { Derive } from '../../model/finding.ts'

/** A table of what follows from artefacts: many checks ask for the same, and it is worked out once. It lives as long as its input. */
export function createDerivations(): Derive {
  const tables = new Map<unknown, Map<object, unknown>>()
  return <About extends object, Value>(work: (about: About) => Value, about: About): Value => {
    const table = tables.get(work) ?? new Map<object, unknown>()
    tables.set(work, table)
    const known = table.get(about)
    if (known !== undefined || table.has(about)) return known as Value // this work made it
    const value = work(about)
    table.set(about, value)
    return value
  }
}
