import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { escapePointer } from '../encoding/pointer.ts'
import { isJwsJson } from '../jose/jws.ts'

/** One presentation of a response, with the id of the query that it answers. */
export interface PlacedPresentation {
  readonly id: string
  readonly at: string
  readonly value: JsonValue
}

/** The presentations in a `vp_token`. */
export const listPresentations = ({ vp_token: token }: JsonObject): readonly PlacedPresentation[] =>
  Object.entries(isObject(token) ? token : {}).flatMap(([id, list]) =>
    (Array.isArray(list) ? list : []).map((value, i) => ({ id, at: `/vp_token/${escapePointer(id)}/${i}`, value })),
  )

/** The text of a presentation that is an SD-JWT; nothing, if it is of another format. */
export function readSdJwtText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value.includes('~') ? value : undefined
  return isObject(value) && isJwsJson(value) ? JSON.stringify(value) : undefined
}
