import { TransportError } from '../../../model/errors.ts'
import { type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { readPath, splitPointer } from '../../../protocol/encoding/pointer.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readSigned } from '../../../protocol/jose/jws.ts'

/** Finds the value at a JSON pointer (RFC 6901). A name below a JWT leads into its claims. */
export const readPointer = (document: JsonValue, pointer: string): JsonValue | undefined =>
  parsePointer(pointer).reduce<JsonValue | undefined>(
    (value, name) => (value === undefined ? undefined : readPath(openToken(value), [name])),
    document,
  )

/** The claims of a JWT; anything else as it is. Whether its signature is right is for the judge. */
function openToken(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return value
  const read = attempt(() => parseJsonObject(readSigned(value).body))
  return 'value' in read ? read.value : value
}

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
