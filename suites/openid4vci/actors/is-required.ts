import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'

/** Whether metadata require an encryption that they announce. */
export const isRequired = (metadata: JsonObject, name: string): boolean => {
  const announced = metadata[name]
  return isObject(announced) && announced.encryption_required === true
}
