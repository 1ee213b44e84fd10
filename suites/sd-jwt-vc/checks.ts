import type { Check } from '../../model/check.ts'
import { checkMemberTypes } from '../json/member-types.ts'
import { checks as ofSdJwt } from '../sd-jwt/checks.ts'
import { requirements as rowsOfSdJwt } from '../sd-jwt/requirements.ts'
import { checks as ofCredentials } from './credential-checks.ts'
import { checks as ofDocuments } from './document-checks.ts'
import { checks as ofResponses } from './http-checks.ts'
import { isReplaced } from './layers.ts'
import { typedKinds } from './member-types.ts'
import { requirements as own } from './requirements.ts'
import { checks as ofTypes } from './type-checks.ts'

/** The rows of RFC 9901 that hold for an SD-JWT VC, and its own. */
export const requirements = [...rowsOfSdJwt.filter((each) => !isReplaced(each)), ...own]

export const checks: readonly Check[] = [
  ...ofSdJwt.filter(({ requirement }) => !isReplaced(requirement)),
  ...ofCredentials,
  ...ofTypes,
  ...ofDocuments,
  ...ofResponses,
  ...checkMemberTypes(typedKinds),
]
