import type { Rules } from '../suite.ts'
import { checks } from './checks.ts'
import { coseOf, keysOfMdoc, requirements } from './requirements.ts'

export const rules: Rules = {
  ...{ requirements, checks },
  keys: [keysOfMdoc],
  cose: Object.values(coseOf),
}
