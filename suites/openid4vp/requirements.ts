import type { Requirement } from '../../model/requirement.ts'
import { requestRequirements } from './request-requirements.ts'

export const requirements: readonly Requirement[] = requestRequirements
