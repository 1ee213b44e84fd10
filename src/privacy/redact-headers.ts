import type { HeaderFields } from '../../model/wire.ts'
import { charset, media, mediaType } from './media-types.ts'
import { redactUrl } from './redact-url.ts'
import { collectMembers, describeName, describePrivate, type RedactionContext } from './redaction-context.ts'

/** A list of words, each one of the given. */
const matchList = (...words: readonly string[]): RegExp => {
  const word = `(?:${words.join('|')})`
  return new RegExp(`^${word}(?:, ?${word})*$`, 'i')
}

const medias = matchList(`${mediaType}${charset}(?:; ?q=[01](?:\\.\\d)?)?`)
const codings = matchList('gzip', 'deflate', 'br', 'zstd', 'compress', 'identity', 'chunked', 'trailers')
const caching = matchList(
  ...'no-store no-cache no-transform private public must-revalidate proxy-revalidate immutable'.split(' '),
  '(?:s-)?max-age=\\d{1,5}',
)
const methods = matchList(...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT'.split(' '))
const date = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d GMT$/

/** Header fields whose value may be shown, and what it may be: no form leaves room for words of a target. */
const publicFields: ReadonlyMap<string, RegExp> = new Map([
  ['content-type', media],
  ['accept', medias],
  ['content-length', /^\d{1,9}$/],
  ['content-encoding', codings],
  ['accept-encoding', codings],
  ['transfer-encoding', codings],
  ['cache-control', caching],
  ['connection', matchList('keep-alive', 'close', 'upgrade')],
  ['allow', methods],
  ['vary', matchList('\\*', 'accept', 'accept-encoding', 'accept-language', 'origin', 'authorization', 'cookie')],
  ['retry-after', /^\d{1,5}$/],
  ['date', date],
  ['expires', date],
  ['last-modified', date],
])

/** Whether the value of a header field may be shown at all. */
export const isPublicField = (name: string): boolean => publicFields.has(name)

/** Well-known header fields. Other names are not shown either: they may be anything. */
const knownFields: ReadonlySet<string> = new Set([
  ...publicFields.keys(),
  ...'server location authorization proxy-authorization cookie set-cookie www-authenticate dpop dpop-nonce'.split(' '),
  ...'etag age via host origin referer user-agent accept-language content-language x-request-id'.split(' '),
  ...'x-correlation-id x-api-key traceparent tracestate strict-transport-security link x-powered-by'.split(' '),
  ...'access-control-allow-origin access-control-allow-headers access-control-allow-methods'.split(' '),
  ...'x-content-type-options x-frame-options content-security-policy referrer-policy keep-alive'.split(' '),
])

/** Limits of what is shown: fields of a message, characters of a value. */
const most = { fields: 64, characters: 120 }

/** Redacts header fields: shows the values of public fields, describes those of all others. */
export function redactFields(fields: HeaderFields, context: RedactionContext): HeaderFields {
  const entries = Object.entries(fields)
  const shown = entries.slice(0, most.fields).map(([name, value]) => {
    const shownName = knownFields.has(name) ? name : describeName(name, context)
    return [shownName, redactField(name, value, context)] as const
  })
  const rest = entries.length - shown.length
  return collectMembers(rest > 0 ? [...shown, ['…', `<and ${rest} more>`]] : shown)
}

function redactField(name: string, value: string, context: RedactionContext): string {
  if (name === 'location') return redactLocation(value, context)
  const isShown = value.length <= most.characters && publicFields.get(name)?.test(value) && !context.isPrivate(value)
  return isShown ? value : describePrivate(value, context)
}

/** Shows only the host of a `Location`. */
function redactLocation(value: string, context: RedactionContext): string {
  const host = /^https?:\/\/[^/?#]*/i.exec(value)?.[0]
  return host === undefined
    ? describePrivate(value, context)
    : `${redactUrl(host, context)}${host === value ? '' : '/…'}`
}
