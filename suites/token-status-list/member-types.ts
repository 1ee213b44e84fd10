import { allHaveRows, type TypedKind } from '../json/member-types.ts'

/** The types of the members of each message. */
export const typedKinds = [
  { kind: 'status-list-aggregation', off: allHaveRows },
] as const satisfies readonly TypedKind[]
