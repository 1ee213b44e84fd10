import { TransportError } from '../../../model/errors.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'

/** Finds the value at a JSON pointer (RFC 6901). */
export function readPointer(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const name of parsePointer(pointer)) value = readMember(value, name)
  return value
}

function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) {
    throw new TransportError(
      'configuration',
      `${JSON.stringify(pointer)} is not a JSON pointer: write it as /data/nonce`,
    )
  }
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function readMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
