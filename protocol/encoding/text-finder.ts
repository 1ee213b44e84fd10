/**
 * Finds texts in a list, each of which has something random near one of its ends: digests, salts, disclosures. V8 keeps every text
 * that a `Set` or a `Map` is asked for in a table of its own, which costs more than hashing it with SHA-256.
 */
export interface TextFinder {
  /** The place of a text in the list, or -1. Of texts that are the same, the first. */
  readonly find: (text: string) => number
  /** Whether a text is in the list more than once. */
  readonly hasRepeated: boolean
}

export function createTextFinder(texts: readonly string[]): TextFinder {
  const table = new Int32Array(chooseSize(texts.length))
  let hasRepeated = false
  let steps = 0
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i] ?? ''
    let at = sketch(text) & (table.length - 1)
    for (let place = table[at] ?? 0; place !== 0; place = table[at] ?? 0) {
      if (texts[place - 1] === text) break
      if (++steps > 4 * texts.length) return indexWithMap(texts) // they were chosen to look alike
      at = (at + 1) & (table.length - 1)
    }
    if (table[at] === 0) table[at] = i + 1
    else hasRepeated = true
  }
  return { find: (text) => lookUpText(texts, table, text), hasRepeated }
}

function lookUpText(texts: readonly string[], table: Int32Array, text: string): number {
  let at = sketch(text) & (table.length - 1)
  for (let place = table[at] ?? 0; place !== 0; place = table[at] ?? 0) {
    if (texts[place - 1] === text) return place - 1
    at = (at + 1) & (table.length - 1)
  }
  return -1
}

function indexWithMap(texts: readonly string[]): TextFinder {
  const places = new Map<string, number>()
  for (const [i, text] of texts.entries()) if (!places.has(text)) places.set(text, i)
  return { find: (text) => places.get(text) ?? -1, hasRepeated: places.size < texts.length }
}

/**
 * Whether a few characters of each text show that no two are the same. False says nothing: then the whole texts have to be
 * compared.
 */
export function isVisiblyDistinct(texts: readonly string[]): boolean {
  const table = new Int32Array(chooseSize(texts.length))
  let steps = 0
  for (const text of texts) {
    const own = sketch(text) || 1 // a zero is an empty place
    let at = own & (table.length - 1)
    for (; table[at] !== 0; at = (at + 1) & (table.length - 1)) {
      if (table[at] === own || ++steps > 4 * texts.length) return false
    }
    table[at] = own
  }
  return true
}

/** A power of two: at least three of four places stay empty. */
const chooseSize = (count: number): number => 4 << (32 - Math.clz32(count))

function sketch(text: string): number {
  const end = text.length
  let sum = end
  for (let i = 4; i < 7; i++) sum = Math.imul(Math.imul(sum, 67) + text.charCodeAt(i), 67) + text.charCodeAt(end - i)
  return sum ^ (sum >>> 15)
}
