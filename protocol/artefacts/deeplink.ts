import { parseTolerantly } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'

/** A deeplink taken apart as text: no normalising, nothing decoded twice. */
export interface Deeplink {
  readonly text: string
  /** Everything before the query. */
  readonly target: string
  /** Names and values in order, percent-decoded once. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly fragment?: string
}

/**
 * Takes a deeplink apart. Not by `URL`, which repairs what it reads: backslashes, blanks, dots in paths. A `+` stays a
 * plus: that it could mean a blank is a rule of HTML forms (and not of RFC 3986). Only where JSON comes of it, it was one.
 */
export function readDeeplink(text: string): Deeplink {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) refuse('url', 'does not start with a scheme')
  if (!/^[!-~]*$/.test(text)) refuse('url', 'holds characters that a URL cannot have')
  const [link, fragment] = splitAt(text, '#')
  const [target, query] = splitAt(link, '?')
  return { text, target, parameters: readQuery(query ?? ''), ...(fragment !== undefined && { fragment }) }
}

/** A deeplink whose query is written as OAuth writes it (RFC 6749, section 4.1.1): a form, in which `+` is a blank. */
export function readFormLink(text: string): Deeplink {
  const [target, query] = splitAt(text, '?')
  return { ...readDeeplink(query === undefined ? text : `${target}?${query.replaceAll('+', '%20')}`), text }
}

function readQuery(query: string): Deeplink['parameters'] {
  const pieces = query.split('&', limits.parameters + 1).filter((piece) => piece !== '')
  if (pieces.length > limits.parameters) refuse('too-many', `more than ${limits.parameters} parameters`)
  return pieces.map((piece) => {
    const [name, value = ''] = splitAt(piece, '=')
    return [decode(name), decodeValue(value)]
  })
}

/** A value. Outside of strings and numbers JSON has no plus: where it is JSON with blanks in their place only, a form was written. */
function decodeValue(written: string): string {
  const plain = decode(written)
  if (!written.includes('+') || !/^[\s+]*\{/.test(plain) || isJson(plain)) return plain
  const form = decode(written.replaceAll('+', '%20'))
  return isJson(form) ? form : plain
}

const isJson = (text: string): boolean => 'value' in attempt(() => parseTolerantly(text))

function splitAt(text: string, separator: string): readonly [before: string, after?: string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse(/%(?![\da-f]{2})/i.test(text) ? 'url' : 'utf8', 'not percent-encoded UTF-8')
  }
}

/** A deeplink with one more parameter, before the fragment if there is one. */
export function writeDeeplink(uri: string, parameter: string, value: string): string {
  const [link, fragment] = splitAt(uri, '#')
  const query = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`
  return `${link}${link.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
