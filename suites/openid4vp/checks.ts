import type { Check } from '../../model/check.ts'
import { checks as ofMetadata } from './metadata-checks.ts'
import { checks as ofObjects } from './object-checks.ts'
import { checks as ofQueries } from './query-checks.ts'
import { checks as ofRequests } from './request-checks.ts'

export const checks: readonly Check[] = [...ofRequests, ...ofQueries, ...ofMetadata, ...ofObjects]
