import { collectContents, selectMessagesTo } from '../../../model/exchange.ts'
import { normalizeEscapes } from '../../../protocol/encoding/url.ts'
import type { ParsedMessage } from '../model/exchange.ts'

/** Collects the URIs that deeplinks called, without query and fragment. */
export const collectTargets = (messages: readonly ParsedMessage[]): readonly string[] =>
  collectContents(selectMessagesTo(messages, 'deeplink'), 'deeplink').map(({ target }) => target)

/** Whether a deeplink calls a URI, whatever their queries, and however scheme, host and escapes are written. */
export const isSameTarget = (target: string, uri: string): boolean => normalizeTarget(target) === normalizeTarget(uri)

function normalizeTarget(uri: string): string {
  const [target = ''] = normalizeEscapes(uri).split(/[?#]/, 1)
  return target.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, (origin) => origin.toLowerCase()).replace(/\/$/, '')
}
