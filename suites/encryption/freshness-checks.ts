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
  const messages = collectEncrypted(exchange)
  if (!exchange.tested.has('wallet') && !exchange.tested.has('issuer'))
    return notApplicable('the target encrypts nothing')
  if (messages.length < 2) return inconclusive('fewer than two encrypted messages were seen')
  const uses = messages.map(({ content }) => `${identifyContentKey(content)} ${content.jwe.iv.toString('base64url')}`)
  for (const [i, { by, session }] of messages.entries()) {
    const before = messages[uses.indexOf(uses[i] ?? '')]
    if (!before || before === messages[i]) continue
    const actual = `the pair of the ${before.by} in the session ${before.session}, in the session ${session}`
    yield finding(`encrypted by the ${by}`, 'a new pair of content encryption key and initialization vector', actual)
  }
  return undefined
})

interface EncryptedMessage {
  readonly by: Role
  readonly session: string
  readonly content: EncryptedContent
}

/** The messages that targets encrypted. A forwarded or repeated message counts once. */
function collectEncrypted({ messages, tested }: Exchange): readonly EncryptedMessage[] {
  const linkedBy = new Map(messages.flatMap(listLinked))
  const encrypted = messages.flatMap(({ message, request, response }) => [
    ...selectEncrypted(request).map((content) => ({
      by: linkedBy.get(content.jwe.text) ?? message.from,
      session: message.session,
      content,
    })),
    ...selectEncrypted(response).map((content) => ({ by: message.to, session: message.session, content })),
  ])
  const originals = Map.groupBy(encrypted, ({ content }) => content.jwe.text)
  return [...originals.values()].flatMap(([first]) => (first && tested.has(first.by) ? [first] : []))
}

/** The parameters of a deeplink and its sender: a request is decrypted at a later message than the one that carries it first. */
const listLinked = (parsed: ParsedMessage): readonly (readonly [text: string, by: Role])[] =>
  collectContents(selectMessagesTo([parsed], 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.map(([, text]) => [text, parsed.message.from] as const),
  )

const selectEncrypted = (artefacts: readonly Artefact[]): readonly EncryptedContent[] =>
  artefacts.flatMap(({ kind, content }) =>
    (kind === 'encrypted-request' || kind === 'encrypted-response') && content ? [content as EncryptedContent] : [],
  ) // of these kinds

/** The content encryption key or, if the message was not decrypted, what determines it. Different keys never look equal. */
function identifyContentKey({ jwe, key }: EncryptedContent): string {
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
