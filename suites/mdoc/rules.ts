import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { keysOfMdoc, requirements } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfMdoc],
}
