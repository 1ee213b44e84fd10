import { isObject, type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { isSignatureAlgorithm, verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { readSecuredToken, type SecuredToken } from '../../../protocol/status-list/secured-token.ts'
import { openStatusList, readStatus } from '../../../protocol/status-list/status-list.ts'
import type { statusValidations, VpPresentation, VpValidation } from './verifier-steps.ts'

/** Where the status of a presented SD-JWT VC is; nothing, if it has none. */
export function findStatus({ value }: VpPresentation): JsonObject | undefined {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? '').payload.status)
  const status = 'value' in read ? read.value : undefined
  return isObject(status) && isObject(status.status_list) ? status.status_list : undefined
}

type IsGood = (list: SecuredToken, place: JsonObject, presentation: VpPresentation) => boolean

/** A check of the list that was fetched for each presentation. */
const check =
  (isGood: IsGood): VpValidation =>
  ({ presentations }) =>
    presentations.every((presentation) => {
      const place = findStatus(presentation)
      if (!place || presentation.statusList === undefined) return true
      const read = attempt(() => readSecuredToken(presentation.statusList ?? ''))
      return 'value' in read && isGood(read.value, place, presentation)
    })

/** The status of a presentation; nothing, beyond the end of the list. */
function readOwn(list: SecuredToken, { idx }: JsonObject): number | undefined {
  const opened = openStatusList(list)
  return 'list' in opened ? readStatus(opened.list, Number(idx)) : undefined
}

const types: ReadonlySet<unknown> = new Set([
  'statuslist+jwt',
  'application/statuslist+jwt',
  'application/statuslist+cwt',
])

const isSignedBy = ({ signatures: [first] }: SecuredToken, key: Jwk): boolean => {
  const name = readText(first?.header.alg)
  if (!first || !isSignatureAlgorithm(name)) return false
  return verifySignature(name, key, first.signingInput, first.signature).isValid
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** How the list of a credential is looked at (Token Status List, section 8.3). */
export const statusChecks: Readonly<Record<(typeof statusValidations)[number], VpValidation>> = {
  'list-typ': check(({ header: { typ } }) => types.has(typ)),
  'list-signed': check((list, _, { trusted }) => trusted.keys.some((key) => isSignedBy(list, key))),
  'list-subject': check(({ claims: { sub } }, { uri }) => sub === undefined || sub === uri),
  'list-current': check(({ claims: { exp } }, _, { now }) => !isNumber(exp) || now < exp),
  'list-of-time': check(({ claims: { iat } }, _, { listTime }) => listTime === undefined || Number(iat) <= listTime),
  'list-complete': check(
    ({ claims: { sub, iat, status_list: list } }) => typeof sub === 'string' && isNumber(iat) && list !== undefined,
  ),
  'list-long-enough': check((list, place) => readOwn(list, place) !== undefined),
  'status-valid': check((list, place) => (readOwn(list, place) ?? 0) === 0),
}
