import type { Check } from '../../model/check.ts'
import { checks as reference } from './reference-checks.ts'
import { checks as response } from './response-checks.ts'
import { checks as token } from './token-checks.ts'

export const checks: readonly Check[] = [...token, ...reference, ...response]
