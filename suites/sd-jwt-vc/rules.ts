import type { Rules } from '../suite.ts'
import { checks, requirements } from './checks.ts'
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { keysOfIssuer } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfIssuer],
  texts: Object.values(texts),
  messages: Object.values(messages),
}
