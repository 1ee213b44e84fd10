import { type StandardProfile, standardProfiles } from '../model/decision.ts'
import type { LaidFacet } from '../model/foundation/facet.ts'
import { coseFoundation } from './cose/header-rules.ts'
import { messageFoundation } from './http/message-rules.ts'
import { jweFoundation } from './jose/jwe-rules.ts'
import { jwtFoundation } from './jose/jwt-rules.ts'
import { keyFoundation } from './jose/key-rules.ts'
import { memberFoundation } from './json/member-types.ts'
import { textFoundation } from './json/text-rules.ts'
import { standards } from './standards.ts'

/** A kind of artefact that is made of something, under the standard that has its rows. */
export interface SuiteFacet<Name extends string> {
  readonly profile: StandardProfile
  readonly facet: LaidFacet<Name>
}

const layAll = <Name extends string>(
  select: (profile: StandardProfile) => readonly LaidFacet<Name>[] | undefined,
): readonly SuiteFacet<Name>[] =>
  standardProfiles.flatMap((profile) => (select(profile) ?? []).map((facet) => ({ profile, facet })))

/** Every foundation, and where it is. */
export const foundations = [
  { of: messageFoundation, facets: layAll((profile) => standards[profile].messages) },
  { of: textFoundation, facets: layAll((profile) => standards[profile].texts) },
  { of: memberFoundation, facets: layAll((profile) => standards[profile].types) },
  { of: keyFoundation, facets: layAll((profile) => standards[profile].keys) },
  { of: coseFoundation, facets: layAll((profile) => standards[profile].cose) },
  { of: jweFoundation, facets: layAll((profile) => standards[profile].jwes) },
  { of: jwtFoundation, facets: layAll((profile) => standards[profile].jwts) },
] as const
