import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import { across, at, type Exchange, type ExchangeCheck, type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { Role } from '../../src/model/requirement.ts'
import type { Exhibit, Sealed } from '../../src/protocol/evidence.ts'
import { isObject } from '../../src/protocol/json.ts'
import { contentEncryption } from '../../src/protocol/jwe-content.ts'
import { keyManagement, unwrapKey } from '../../src/protocol/jwe-keys.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { ENC } from './requirements.ts'

const fresh = across(ENC.FRESH, function* (exchange) {
  const messages = sealedBy(exchange)
  if (!exchange.tested.has('wallet') && !exchange.tested.has('issuer'))
    return notHere('those under test encrypt nothing')
  if (messages.length < 2) return cannotTell('fewer than two encrypted messages were seen')
  const uses = messages.map(({ sealed }) => `${contentKeyOf(sealed)} ${sealed.jwe.iv.toString('base64url')}`)
  for (const [i, { by, session }] of messages.entries()) {
    const before = messages[uses.indexOf(uses[i] ?? '')]
    if (!before || before === messages[i]) continue
    const actual = `that of the ${before.by} in the session ${before.session}, in the session ${session}`
    yield finding(`encrypted by the ${by}`, 'a pair of key and initialisation vector of its own', actual)
  }
  return undefined
})

interface Message {
  readonly by: Role
  readonly session: string
  readonly sealed: Sealed
}

/** The encrypted messages that actors under test made. One that is passed on, or sent again, is still the same message. */
function sealedBy({ passages, tested }: Exchange): readonly Message[] {
  const linkedBy = new Map(passages.flatMap(linksIn))
  const messages = passages.flatMap(({ hop, asked, replied }) => [
    ...sealedIn(asked).map((sealed) => ({
      by: linkedBy.get(sealed.jwe.text) ?? hop.from,
      session: hop.session,
      sealed,
    })),
    ...sealedIn(replied).map((sealed) => ({ by: hop.to, session: hop.session, sealed })),
  ])
  const originals = Map.groupBy(messages, ({ sealed }) => sealed.jwe.text)
  return [...originals.values()].flatMap(([first]) => (first && tested.has(first.by) ? [first] : []))
}

/** What a deeplink carries, and who made it: it is opened only where it arrives. */
const linksIn = (passage: Passage): readonly (readonly [text: string, by: Role])[] =>
  readIn(at([passage], 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.map(([, text]) => [text, passage.hop.from] as const),
  )

const sealedIn = (exhibits: readonly Exhibit[]): readonly Sealed[] =>
  exhibits.flatMap(({ kind, content }) =>
    (kind === 'encrypted-request' || kind === 'encrypted-response') && content ? [content as Sealed] : [],
  ) // of these kinds

/** The content key where the message was opened, and otherwise what determines it: equal keys may look different, never the reverse. */
function contentKeyOf({ jwe, key }: Sealed): string {
  const { header, encryptedKey } = jwe
  const unwrapped = attempt(() =>
    key
      ? unwrapKey(encryptedKey, key, { alg: keyManagement(header.alg), enc: contentEncryption(header.enc), header })
      : undefined,
  )
  if ('value' in unwrapped && unwrapped.value) return unwrapped.value.toString('base64url')
  const { x, y } = isObject(header.epk) ? header.epk : {}
  return JSON.stringify([header.alg, header.kid, x, y, encryptedKey.toString('base64url')])
}

export const exchangeChecks: readonly ExchangeCheck[] = [fresh]
