import * as fc from 'fast-check'
import type { Deviation } from '../src/model/actors.ts'
import type { Member } from '../src/model/fault.ts'

/** A family: what is generated, and how each of it is told and done. */
export const family = <T>(
  values: fc.Arbitrary<T>,
  tell: (value: T) => string,
  deviate: (value: T) => Deviation,
): fc.Arbitrary<Member> => values.map((value) => ({ what: tell(value), deviation: deviate(value) }))

/** A family of values, told as JSON. */
export const each = <T>(values: fc.Arbitrary<T>, deviate: (value: T) => Deviation): fc.Arbitrary<Member> =>
  family(values, (value) => JSON.stringify(value), deviate)

/** Plays so many members of a family from a seed on; the first that does not hold is shrunk and handed back. */
export const examine =
  (seed: number, runs: number) =>
  async (members: fc.Arbitrary<Member>, holds: (member: Member) => Promise<boolean>) => {
    let defect: unknown
    const safely = async (member: Member): Promise<boolean> => {
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
      ? { runs: found.numRuns, counterexample: { what: member.what, seed, path: found.counterexamplePath ?? '' } }
      : { runs: found.numRuns }
  }

/** How often a generator is asked for one more member, before its family is taken for a small one. */
const patience = 4

/** So many members of a family, from a seed on, no two of them alike; fewer, if there are no more. */
export function sample(members: fc.Arbitrary<Member>, seed: number, count: number): readonly Member[] {
  const seen = new Map<string, Member>()
  fc.check(
    fc.property(members, (member) => {
      if (seen.size < count && !seen.has(member.what)) seen.set(member.what, member)
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
