import type { Verifier } from '../model/actors.ts'
import { plainly, type World } from './world.ts'

/** A verifier that accepts what holds in every respect, and tells which claims it read. */
export const honestVerifier = (world: World): Verifier => ({
  ...plainly,
  validations: world.validations('verifier'),
  decide: (claims, refused) => (refused.length === 0 ? { accepted: true, claims } : { accepted: false, refused }),
})
