import { makeTypesFacet } from '../json/member-types.ts'
import type { Rules } from '../suite.ts'
import { checks, requirements } from './checks.ts'
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { typedKinds } from './member-types.ts'
import { keysOfIssuer } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfIssuer],
  texts: Object.values(texts),
  types: typedKinds.map(makeTypesFacet),
  messages: Object.values(messages),
}
