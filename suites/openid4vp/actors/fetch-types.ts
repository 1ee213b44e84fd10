import { attempt } from '../../../protocol/encoding/problem.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { isCredentialAllowed, readTypes, type TypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import type { FetchList, VpPresentation } from './verifier-steps.ts'

/** Whether the type metadata of a presented SD-JWT VC allow it; nothing, where they are not read. */
export async function isAllowedByType(
  steps: TypeSteps,
  fetch: FetchList,
  { value }: VpPresentation,
): Promise<boolean | undefined> {
  const read = steps.reads ? attempt(() => readAnySdJwt(readSdJwtText(value) ?? '')) : undefined
  if (!read || !('value' in read)) return undefined
  return isCredentialAllowed(steps, await readTypes(steps, read.value, fetch), read.value)
}
