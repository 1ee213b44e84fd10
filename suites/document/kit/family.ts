import * as fc from 'fast-check'
import type { ActorMutation } from '../model/actors.ts'
import type { FamilyMember, Fault, Variant } from '../model/fault.ts'

/** A family of generated values, with a description and a mutation for each. */
export const describedFamily = <T>(
  values: fc.Arbitrary<T>,
  describe: (value: T) => string,
  mutate: (value: T) => ActorMutation,
): fc.Arbitrary<FamilyMember> => values.map((value) => ({ description: describe(value), mutation: mutate(value) }))

/** A family of values, described as JSON. */
export const valueFamily = <T>(
  values: fc.Arbitrary<T>,
  mutate: (value: T) => ActorMutation,
): fc.Arbitrary<FamilyMember> => describedFamily(values, (value) => JSON.stringify(value), mutate)

/** Examines members of a family from a seed; the first that fails is shrunk and returned. */
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

/** How many values are generated for each member wanted, before a family counts as small. */
const attemptsPerMember = 4

/** Selects distinct members of a family from a seed; fewer than `count` if the family is smaller. */
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
    { seed, numRuns: count > 1 ? attemptsPerMember * count : count },
  )
  return [...seen.values()]
}

/** The most members of a family whose members are a list of mistakes, and how many draws find all of them. */
const listedFamilies = { members: 16, draws: 256 }

/** Every member of a family that is a list of mistakes; nothing, if its members are generated without end. */
export function listMistakes(members: fc.Arbitrary<FamilyMember>): readonly FamilyMember[] | undefined {
  const seen = new Map<string, FamilyMember>()
  for (const member of fc.sample(members, { seed: 1, numRuns: listedFamilies.draws })) {
    if (!seen.has(member.description)) seen.set(member.description, member)
    if (seen.size > listedFamilies.members) return undefined
  }
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

/** Selects members of a family; a single fault or variant is its only member. */
export function sampleMembers(source: Fault | Variant, seed: number, count: number): readonly FamilyMember[] {
  if ('mutation' in source) return [{ description: source.description, mutation: source.mutation }]
  return sampleFamily(source.members, seed, count)
}
