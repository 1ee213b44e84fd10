import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { jwtsOf, keysOfSdJwt, requirements } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfSdJwt],
  jwts: Object.values(jwtsOf),
}
