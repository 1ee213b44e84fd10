import type { Requirement } from '../../model/requirement.ts'
import { credentialRequirements } from './credential-checks.ts'
import { mdocRequirements } from './mdoc-credentials.ts'
import { requestRequirements } from './request-requirements.ts'
import { responseRequirements } from './response-requirements.ts'
import { verifierRequirements } from './verifier/requirements.ts'
import { walletRequirements } from './wallet/requirements.ts'

/** The rows of the specification, and those of SD-JWT VC that hold for the credentials of a response. */
export const requirements: readonly Requirement[] = [
  ...requestRequirements,
  ...responseRequirements,
  ...verifierRequirements,
  ...walletRequirements,
  ...credentialRequirements,
  ...mdocRequirements,
]
