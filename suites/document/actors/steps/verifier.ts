import type { Verifier } from '../../model/actors.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'

/** A verifier that accepts what holds in every respect, and tells which claims it read. */
export const createVerifier = (environment: ActorEnvironment): Verifier => ({
  ...passThrough,
  findRefusals: environment.refusals('verifier'),
  decide: (claims, refused) => (refused.length === 0 ? { accepted: true, claims } : { accepted: false, refused }),
})
