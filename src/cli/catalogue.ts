import type { Fault, Variant } from '../model/fault.ts'

/** Everything that can be played. */
export interface Deeds {
  readonly faults: readonly Fault[]
  readonly variants: readonly Variant[]
}

/** Every fault and every variant. They are loaded only where something is played: they bring the generator of families. */
export async function loadDeeds(): Promise<Deeds> {
  const [{ faults }, { variants }] = await Promise.all([
    import('../../suites/faults.ts'),
    import('../../suites/variants.ts'),
  ])
  return { faults, variants }
}
