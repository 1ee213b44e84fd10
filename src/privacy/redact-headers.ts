import type { HeaderFields } from '../../model/wire.ts'
import { describeText } from './public-places.ts'
import { redactUrl } from './redact-url.ts'
import { collectMembers, type RedactionContext } from './redaction-context.ts'

const media = /^[a-z]+\/[a-z0-9.+*-]+(; ?[a-z]+="?[\w.-]+"?)*$/i
const medias = /^[a-z*]+\/[a-z0-9.+*-]+(; ?q=[\d.]+)?(, ?[a-z*]+\/[a-z0-9.+*-]+(; ?q=[\d.]+)?)*$/i
const directives = /^[a-z-]+(=\d{1,9})?(, ?[a-z-]+(=\d{1,9})?)*$/i
const date = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Header fields of which the value may be shown, and the form it must have. */
const publicFields: ReadonlyMap<string, RegExp> = new Map([
  ['content-type', media],
  ['accept', medias],
  ['content-length', /^\d{1,9}$/],
  ['content-encoding', directives],
  ['accept-encoding', directives],
  ['transfer-encoding', directives],
  ['cache-control', directives],
  ['connection', directives],
  ['allow', directives],
  ['vary', directives],
  ['retry-after', /^\d{1,6}$/],
  ['date', date],
  ['expires', date],
  ['last-modified', date],
  ['server', /^[\w./ ()-]+$/],
])

/** Whether the value of a header field may be shown at all. */
export const isPublicField = (name: string): boolean => publicFields.has(name)

/** Header fields that everybody knows. The names of others are not shown either: they may be anything. */
const knownFields: ReadonlySet<string> = new Set([
  ...publicFields.keys(),
  ...'location authorization proxy-authorization cookie set-cookie www-authenticate dpop dpop-nonce'.split(' '),
  ...'etag age via host origin referer user-agent accept-language content-language x-request-id'.split(' '),
  ...'x-correlation-id x-api-key traceparent tracestate strict-transport-security link x-powered-by'.split(' '),
  ...'access-control-allow-origin access-control-allow-headers access-control-allow-methods'.split(' '),
  ...'x-content-type-options x-frame-options content-security-policy referrer-policy keep-alive'.split(' '),
])

/** Fields that are told of one message, and characters of a value that is shown. */
const most = { fields: 64, characters: 120 }

/** Header fields by their names. Values are described, but for those that tell of the message and not of anybody. */
export function redactFields(fields: HeaderFields, telling: RedactionContext): HeaderFields {
  const entries = Object.entries(fields)
  const told = entries.slice(0, most.fields).map(([name, value]) => {
    const told = knownFields.has(name) ? name : describeText(name).replace('text', 'name')
    return [told, redactField(name, value, telling)] as const
  })
  const rest = entries.length - told.length
  return collectMembers(rest > 0 ? [...told, ['…', `<and ${rest} more>`]] : told)
}

function redactField(name: string, value: string, telling: RedactionContext): string {
  if (name === 'location') return redactLocation(value, telling)
  const isShown = value.length <= most.characters && publicFields.get(name)?.test(value) && !telling.isPrivate(value)
  return isShown ? value : describeText(value)
}

/** Where somebody is sent: the host alone. */
function redactLocation(value: string, telling: RedactionContext): string {
  const host = /^https?:\/\/[^/?#]*/i.exec(value)?.[0]
  return host === undefined ? describeText(value) : `${redactUrl(host, telling)}${host === value ? '' : '/…'}`
}
