import { TransportError } from '../../../model/errors.ts'
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import { readPath, splitPointer } from '../../../protocol/encoding/pointer.ts'

/** Finds the value at a JSON pointer (RFC 6901). */
export const readPointer = (document: JsonValue, pointer: string): JsonValue | undefined =>
  readPath(document, parsePointer(pointer))

function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) {
    throw new TransportError(
      'configuration',
      `${JSON.stringify(pointer)} is not a JSON pointer: write it as /data/nonce`,
    )
  }
  return splitPointer(pointer)
}
