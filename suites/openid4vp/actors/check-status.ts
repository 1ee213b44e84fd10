import { isObject, type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../../protocol/jose/jws.ts'
import { isSignatureAlgorithm, verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { openStatusList, readStatus } from '../../../protocol/status-list/status-list.ts'
import type { statusValidations, VpPresentation, VpValidation } from './verifier-steps.ts'

/** Where the status of a presented SD-JWT VC is; nothing, if it has none. */
export function findStatus({ value }: VpPresentation): JsonObject | undefined {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? '').payload.status)
  const status = 'value' in read ? read.value : undefined
  return isObject(status) && isObject(status.status_list) ? status.status_list : undefined
}

type IsGood = (list: Jws, place: JsonObject, presentation: VpPresentation) => boolean

/** A check of the list that was fetched for each presentation. */
const check =
  (isGood: IsGood): VpValidation =>
  ({ presentations }) =>
    presentations.every((presentation) => {
      const place = findStatus(presentation)
      if (!place || presentation.statusList === undefined) return true
      const read = attempt(() => readJws(presentation.statusList ?? ''))
      return 'value' in read && isGood(read.value, place, presentation)
    })

/** The status of a presentation; nothing, beyond the end of the list. */
function readOwn({ payload }: Jws, { idx }: JsonObject): number | undefined {
  const opened = openStatusList({ claims: payload })
  return 'list' in opened ? readStatus(opened.list, Number(idx)) : undefined
}

/** How the list of a credential is looked at (Token Status List, section 8.3). */
export const statusChecks: Readonly<Record<(typeof statusValidations)[number], VpValidation>> = {
  'list-typ': check(({ header: { typ } }) => typ === 'statuslist+jwt'),
  'list-signed': check(({ header: { alg }, signingInput, signature }, _, { trusted }) => {
    const name = readText(alg)
    return (
      isSignatureAlgorithm(name) &&
      trusted.keys.some((key) => verifySignature(name, key, signingInput, signature).isValid)
    )
  }),
  'list-subject': check(({ payload: { sub } }, { uri = null }) => sub === uri),
  'list-current': check(({ payload: { exp } }, _, { now }) => typeof exp !== 'number' || now < exp),
  'list-long-enough': check((list, place) => readOwn(list, place) !== undefined),
  'status-valid': check((list, place) => (readOwn(list, place) ?? 0) === 0),
}
