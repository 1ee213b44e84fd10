import { examine } from '../../suites/family.ts'
import type { Fault, Member, Variant } from '../model/fault.ts'

/** So many members of a family; the deed itself, where it is no family. */
export function membersOf(deed: Fault | Variant, seed: number, count: number): readonly Member[] {
  if ('deviation' in deed) return [{ what: deed.deed, deviation: deed.deviation }]
  const members: Member[] = []
  examine(seed, count)(deed.members, (member) => members.push(member) > 0)
  return members
}
