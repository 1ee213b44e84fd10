import type { Derive } from '../../model/finding.ts'

/** What one function made of the object it was called with first, and of others after it. */
interface Derived {
  readonly about: object
  readonly value: unknown
  others?: Map<object, unknown>
}

/** Creates a table of values that are derived from artefacts, each computed once for many checks. It lives as long as its input. */
export function createDerivations(): Derive {
  const tables = new Map<unknown, Derived>()
  return <About extends object, Value>(compute: (about: About) => Value, about: About): Value => {
    const first = tables.get(compute)
    if (first?.about === about) return first.value as Value // the same function computed it
    const known = first?.others?.get(about)
    if (known !== undefined || first?.others?.has(about)) return known as Value // likewise
    const value = compute(about)
    const table = tables.get(compute) // a function may have derived the same of another object meanwhile
    if (!table) tables.set(compute, { about, value })
    else {
      table.others ??= new Map()
      table.others.set(about, value)
    }
    return value
  }
}
