import type { Derive } from '../../model/finding.ts'

/** Creates a table of values that are derived from artefacts, each computed once for many checks. It lives as long as its input. */
export function createDerivations(): Derive {
  const tables = new Map<unknown, Map<object, unknown>>()
  return <About extends object, Value>(compute: (about: About) => Value, about: About): Value => {
    const table = tables.get(compute) ?? new Map<object, unknown>()
    tables.set(compute, table)
    const known = table.get(about)
    if (known !== undefined || table.has(about)) return known as Value // the same function computed it
    const value = compute(about)
    table.set(about, value)
    return value
  }
}
