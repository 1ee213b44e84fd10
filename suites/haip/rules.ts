import type { Rules } from '../suite.ts'
import { checks, requirements } from './checks.ts'

export const rules: Rules = { requirements, checks }
