import { makeTypesFacet } from '../json/member-types.ts'
import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { typedKinds } from './member-types.ts'
import { jwtsOf, keysOf } from './request-requirements.ts'
import { requirements } from './requirements.ts'
import { jweOfResponse } from './response-requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: Object.values(keysOf),
  jwts: Object.values(jwtsOf),
  jwes: [jweOfResponse],
  texts: Object.values(texts),
  types: typedKinds.map(makeTypesFacet),
  messages: Object.values(messages),
}
