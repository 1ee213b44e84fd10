import type { Check } from '../../model/check.ts'
import { checkMemberTypes } from '../json/member-types.ts'
import { checks as oauth } from '../oauth/checks.ts'
import { typedKinds } from './member-types.ts'
import { checks as metadata } from './metadata-checks.ts'
import { checks as offer } from './offer-checks.ts'
import { checks as request } from './request-checks.ts'
import { checks as response } from './response-checks.ts'

export const checks: readonly Check[] = [
  ...offer,
  ...metadata,
  ...response,
  ...request,
  ...oauth,
  ...checkMemberTypes(typedKinds),
]
