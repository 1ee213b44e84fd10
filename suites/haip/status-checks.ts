import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { listProblem, type SessionResult } from '../openid4vci/session-checks.ts'
import { HAIPVC } from './requirements.ts'

/** The place in a status list to which a credential refers; nothing, where it has none. */
function readPlace(credential: JsonValue): string | undefined {
  const read = attempt(() => readAnySdJwt(typeof credential === 'string' ? credential : '').payload.status)
  const list = 'value' in read && isObject(read.value) ? read.value.status_list : undefined
  return isObject(list) && typeof list.idx === 'number' ? `${list.idx} ${list.uri}` : undefined
}

/** Says whether each credential has a place of its own in status lists. */
export function checkPlaces(credentials: readonly JsonValue[]): SessionResult | undefined {
  const places = [...new Set(credentials)].flatMap((each) => readPlace(each) ?? [])
  if (places.length < 2) return undefined
  return listProblem(HAIPVC.INDEX, new Set(places).size === places.length ? '' : 'two credentials have the same')
}
