import type { Passage } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { Exhibit, Sealed } from '../../src/protocol/evidence.ts'
import { exchanged, mapShown } from '../exchange-tampering.ts'
import { ENC } from './requirements.ts'

const kinds = ['encrypted-request', 'encrypted-response'] as const

const isSealed = (exhibit: Exhibit): exhibit is Exhibit<(typeof kinds)[number]> =>
  kinds.some((kind) => kind === exhibit.kind) && exhibit.content !== undefined

/** Every message is encrypted as the first one. */
function oneLock(passages: readonly Passage[]): readonly Passage[] | undefined {
  const first = passages.flatMap(({ asked, replied }) => [...asked, ...replied]).find(isSealed)?.content
  if (!first) return undefined
  const locked = (sealed: Sealed): Sealed => ({ ...first, jwe: { ...first.jwe, text: sealed.jwe.text } })
  return kinds.reduce((all, kind) => mapShown(all, kind, locked) ?? all, passages)
}

export const tampers: readonly ExchangeTamper[] = [
  exchanged(ENC.FRESH, 'one key and one initialisation vector for all', oneLock),
]
