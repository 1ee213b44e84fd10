import { type StandardProfile, standardProfiles } from '../model/decision.ts'
import { jwtFoundation } from './jose/jwt-rules.ts'
import { keyFoundation } from './jose/key-rules.ts'
import { standards } from './standards.ts'
import type { SuiteFacet } from './suite.ts'

/** A kind of artefact that is made of something, under the standard that has its rows. */
export interface LaidFacet<Name extends string> {
  readonly profile: StandardProfile
  readonly facet: SuiteFacet<Name>
}

const layAll = <Name extends string>(
  select: (profile: StandardProfile) => readonly SuiteFacet<Name>[] | undefined,
): readonly LaidFacet<Name>[] =>
  standardProfiles.flatMap((profile) => (select(profile) ?? []).map((facet) => ({ profile, facet })))

/** Every foundation, and where it is. */
export const foundations = [
  { of: keyFoundation, facets: layAll((profile) => standards[profile].keys) },
  { of: jwtFoundation, facets: layAll((profile) => standards[profile].jwts) },
] as const
