import { sample } from '../../suites/family.ts'
import type { Fault, Member, Variant } from '../model/fault.ts'

/** So many members of a family; the deed itself, where it is no family. */
export function membersOf(deed: Fault | Variant, seed: number, count: number): readonly Member[] {
  if ('deviation' in deed) return [{ what: deed.deed, deviation: deed.deviation }]
  return sample(deed.members, seed, count)
}
