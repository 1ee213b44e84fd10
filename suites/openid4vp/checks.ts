import type { Check } from '../../model/check.ts'
import { checkMemberTypes } from '../json/member-types.ts'
import { checks as ofCredentials } from './credential-checks.ts'
import { checks as ofAlgorithms } from './mdoc-algorithms.ts'
import { mdocChecks } from './mdoc-credentials.ts'
import { typedKinds } from './member-types.ts'
import { checks as ofMetadata } from './metadata-checks.ts'
import { checks as ofObjects } from './object-checks.ts'
import { checks as ofQueries } from './query-checks.ts'
import { checks as ofRequests } from './request-checks.ts'
import { checks as ofResponses } from './response-checks.ts'
import { checks as ofSending } from './sending-checks.ts'
import { checks as ofTransactions } from './transaction-checks.ts'

export const checks: readonly Check[] = [
  ...ofRequests,
  ...ofQueries,
  ...ofMetadata,
  ...ofObjects,
  ...ofResponses,
  ...ofAlgorithms,
  ...ofTransactions,
  ...ofSending,
  ...ofCredentials,
  ...mdocChecks,
  ...checkMemberTypes(typedKinds),
]
