import * as fc from 'fast-check'
import type { ActorMutation } from '../../model/actors.ts'
import type { FamilyMember, Fault, Variant } from '../../model/fault.ts'

/** A family: what is generated, and how each of it is told and done. */
export const describedFamily = <T>(
  values: fc.Arbitrary<T>,
  tell: (value: T) => string,
  deviate: (value: T) => ActorMutation,
): fc.Arbitrary<FamilyMember> => values.map((value) => ({ description: tell(value), mutation: deviate(value) }))

/** A family of values, told as JSON. */
export const valueFamily = <T>(
  values: fc.Arbitrary<T>,
  deviate: (value: T) => ActorMutation,
): fc.Arbitrary<FamilyMember> => describedFamily(values, (value) => JSON.stringify(value), deviate)

/** Plays so many members of a family from a seed on; the first that does not hold is shrunk and handed back. */
export const createExaminer =
  (seed: number, runs: number) =>
  async (members: fc.Arbitrary<FamilyMember>, holds: (member: FamilyMember) => Promise<boolean>) => {
    let defect: unknown
    const safely = async (member: FamilyMember): Promise<boolean> => {
      try {
        return await holds(member)
      } catch (error) {
        defect = error
        return false
      }
    }
    const found = await fc.check(fc.asyncProperty(members, safely), { seed, numRuns: runs })
    if (defect !== undefined) throw defect
    const [member] = found.counterexample ?? []
    return member
      ? {
          runs: found.numRuns,
          counterexample: { description: member.description, seed, path: found.counterexamplePath ?? '' },
        }
      : { runs: found.numRuns }
  }

/** How often a generator is asked for one more member, before its family is taken for a small one. */
const patience = 4

/** So many members of a family, from a seed on, no two of them alike; fewer, if there are no more. */
export function sampleFamily(
  members: fc.Arbitrary<FamilyMember>,
  seed: number,
  count: number,
): readonly FamilyMember[] {
  const seen = new Map<string, FamilyMember>()
  fc.check(
    fc.property(members, (member) => {
      if (seen.size < count && !seen.has(member.description)) seen.set(member.description, member)
    }),
    { seed, numRuns: count > 1 ? patience * count : count },
  )
  return [...seen.values()]
}

/** Any JSON value but a string. */
export const notAString = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }),
)

/** Any JSON value but an object. */
export const notAnObject = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.array(fc.integer(), { maxLength: 3 }),
)

/** Any JSON value but a number. */
export const notANumber = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.constant([]),
  fc.constant({}),
)

/** Any JSON value but an array. */
export const notAnArray = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.constant({}),
)

/** So many members of a family; the deed itself, where it is no family. */
export function sampleMembers(deed: Fault | Variant, seed: number, count: number): readonly FamilyMember[] {
  if ('mutation' in deed) return [{ description: deed.description, mutation: deed.mutation }]
  return sampleFamily(deed.members, seed, count)
}
