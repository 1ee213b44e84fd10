import { isObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJwe } from '../../protocol/jose/jwe.ts'

/** The ephemeral key of an encrypted message (RFC 7518, section 4.6); nothing, where it has none or cannot be read. */
export function readEphemeralKey(text: string): string | undefined {
  const jwe = attempt(() => readJwe(text))
  const { epk } = 'value' in jwe ? jwe.value.header : {}
  return isObject(epk) ? JSON.stringify([epk.crv, epk.x, epk.y]) : undefined
}
