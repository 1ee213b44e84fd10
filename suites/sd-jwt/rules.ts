import { makeTextFacet } from '../json/text-rules.ts'
import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { jwtsOf, keysOfBinding, keysOfSdJwt, requirements, SDJWT } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfSdJwt, keysOfBinding],
  jwts: Object.values(jwtsOf),
  texts: [makeTextFacet('sd-jwt', SDJWT.JWT)], // in either form
}
