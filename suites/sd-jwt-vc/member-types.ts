import { allHaveRows, type TypedKind } from '../json/member-types.ts'
import { VCTYPE } from './requirements.ts'

/** The types of the members of each message. */
export const typedKinds = [
  { kind: 'type-metadata', row: VCTYPE.TYPES, types: { 'display/#/rendering/simple/logo/alt_text': 'a string' } },
  { kind: 'vc-issuer-metadata', off: allHaveRows },
] as const satisfies readonly TypedKind[]
