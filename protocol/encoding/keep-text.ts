/** Texts that are kept, each at the place that its length and three of its characters give. */
const texts: string[] = new Array<string>(1024).fill('')

/** Longer texts are none that are read again and again. */
const longest = 64

/**
 * The same text, as the object that was read before if it is still there. The names of claims are the same in most credentials, and
 * V8 knows the hash of a text that it has seen: only a new one costs a look-up in its table of texts.
 */
export function keepText(text: string): string {
  const { length } = text
  if (length > longest) return text
  const last = text.charCodeAt(length - 1)
  const inside = Math.imul(text.charCodeAt(length >> 1), 13) + Math.imul(text.charCodeAt(length - 2), 29)
  const place = (inside + Math.imul(last, 5) + length) & (texts.length - 1)
  const known = texts[place] ?? ''
  if (known === text) return known
  texts[place] = text
  return text
}
