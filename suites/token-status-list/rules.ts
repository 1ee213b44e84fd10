import { makeTypesFacet } from '../json/member-types.ts'
import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { typedKinds } from './member-types.ts'
import { coseOf, jwtsOf, keysOfList, requirements } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  jwts: Object.values(jwtsOf),
  keys: [keysOfList],
  cose: Object.values(coseOf),
  texts: Object.values(texts),
  types: typedKinds.map(makeTypesFacet),
  messages: Object.values(messages),
}
