import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import { collectContents, type Exchange, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Role } from '../../model/role.ts'
import type { Artefact, EncryptedContent } from '../../protocol/artefacts/artefact.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { parseContentEncryption } from '../../protocol/jose/jwe-content.ts'
import { parseKeyManagement, unwrapKey } from '../../protocol/jose/jwe-keys.ts'
import { ENC } from './requirements.ts'

const fresh = checkExchange(ENC.FRESH, function* (exchange) {
  const messages = sealedBy(exchange)
  if (!exchange.tested.has('wallet') && !exchange.tested.has('issuer'))
    return notApplicable('those under test encrypt nothing')
  if (messages.length < 2) return inconclusive('fewer than two encrypted messages were seen')
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
  readonly sealed: EncryptedContent
}

/** The encrypted messages that actors under test made. One that is passed on, or sent again, is still the same message. */
function sealedBy({ messages: passages, tested }: Exchange): readonly Message[] {
  const linkedBy = new Map(passages.flatMap(linksIn))
  const messages = passages.flatMap(({ message, request, response }) => [
    ...sealedIn(request).map((sealed) => ({
      by: linkedBy.get(sealed.jwe.text) ?? message.from,
      session: message.session,
      sealed,
    })),
    ...sealedIn(response).map((sealed) => ({ by: message.to, session: message.session, sealed })),
  ])
  const originals = Map.groupBy(messages, ({ sealed }) => sealed.jwe.text)
  return [...originals.values()].flatMap(([first]) => (first && tested.has(first.by) ? [first] : []))
}

/** What a deeplink carries, and who made it: it is opened only where it arrives. */
const linksIn = (passage: ParsedMessage): readonly (readonly [text: string, by: Role])[] =>
  collectContents(selectMessagesTo([passage], 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.map(([, text]) => [text, passage.message.from] as const),
  )

const sealedIn = (exhibits: readonly Artefact[]): readonly EncryptedContent[] =>
  exhibits.flatMap(({ kind, content }) =>
    (kind === 'encrypted-request' || kind === 'encrypted-response') && content ? [content as EncryptedContent] : [],
  ) // of these kinds

/** The content key where the message was opened, and otherwise what determines it: equal keys may look different, never the reverse. */
function contentKeyOf({ jwe, key }: EncryptedContent): string {
  const { header, encryptedKey } = jwe
  const unwrapped = attempt(() =>
    key
      ? unwrapKey(encryptedKey, key, {
          alg: parseKeyManagement(header.alg),
          enc: parseContentEncryption(header.enc),
          header,
        })
      : undefined,
  )
  if ('value' in unwrapped && unwrapped.value) return unwrapped.value.toString('base64url')
  const { x, y } = isObject(header.epk) ? header.epk : {}
  return JSON.stringify([header.alg, header.kid, x, y, encryptedKey.toString('base64url')])
}

export const freshnessChecks: readonly ExchangeCheck[] = [fresh]
