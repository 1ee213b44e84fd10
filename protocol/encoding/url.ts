/**
 * Whether two http or https URLs are the same. Scheme and host are case-insensitive, the default port and an empty path may
 * be left out, and unreserved characters may be percent-encoded: RFC 3986, sections 6.2.2 and 6.2.3.
 */
export function isSameUrl(one: string, other: string): boolean {
  const normalized = normalizeUrl(one)
  return one === other || (normalized !== undefined && normalized === normalizeUrl(other))
}

/** The usual spelling of an http or https URL. */
function normalizeUrl(text: string): string | undefined {
  const encoded = normalizeEscapes(text)
  return /^https?:\/\/[^/\s\\][^\s\\]*$/i.test(encoded) ? URL.parse(encoded)?.href : undefined
}

/** Percent-encoded octets in capitals, and unreserved characters as themselves: RFC 3986, sections 6.2.2.1 and 6.2.2.2. */
export const normalizeEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase()
  })

/** The path of a URL, to be shown: without the parts that only those know who were given them. */
export const showPath = (url: string): string =>
  url
    .replace(/^https?:\/\/[^/]*|[?#].*$/gi, '')
    .replaceAll(/\/(?=[\w-]*[A-Z\d])[\w-]{16,}(?=\/|$)/g, '/…')
    .slice(0, 200)
