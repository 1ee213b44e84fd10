import type { Requirement } from '../../model/requirement.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJwe } from '../../protocol/jose/jwe.ts'

/** The ephemeral key of an encrypted message (RFC 7518, section 4.6); nothing, where it has none or cannot be read. */
function readEphemeralKey(text: string): string | undefined {
  const jwe = attempt(() => readJwe(text))
  const { epk } = 'value' in jwe ? jwe.value.header : {}
  return isObject(epk) ? JSON.stringify([epk.crv, epk.x, epk.y]) : undefined
}

/** Judges whether encrypted messages have ephemeral keys of their own; nothing, where fewer than two have one. */
export function* checkEphemeralKeys(
  row: Requirement,
  texts: readonly string[],
): Generator<{ readonly row: Requirement; readonly problem?: string }> {
  const keys = [...new Set(texts)].flatMap((text) => readEphemeralKey(text) ?? [])
  if (keys.length < 2) return
  yield new Set(keys).size < keys.length ? { row, problem: 'two messages have the same ephemeral key' } : { row }
}
