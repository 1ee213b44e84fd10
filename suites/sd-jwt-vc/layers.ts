import type { Requirement } from '../../model/requirement.ts'
import { SDJWT } from '../sd-jwt/requirements.ts'
import { SDVC } from './requirements.ts'

/** The rows of RFC 9901 in whose place there is a stricter one. */
const replaced: ReadonlyMap<Requirement, Requirement> = new Map([[SDJWT.PERMANENT, SDVC.PERMANENT]])

export const isReplaced = (row: Requirement): boolean => replaced.has(row)

/** The row that holds for an SD-JWT VC. */
export const findInForce = (row: Requirement): Requirement => replaced.get(row) ?? row
