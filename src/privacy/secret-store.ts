/** Keeps private texts, and finds them in any encoding. */
export interface SecretStore {
  readonly add: (texts: Iterable<string>) => void
  /** Whether a text reveals a secret: in clear, percent-encoded, in base64, base64url or hexadecimal. */
  readonly isRevealedBy: (text: string) => boolean
  /** The secrets as they were added. */
  readonly list: () => IteratorObject<string>
}

/** Shorter than `whole`, a text may be any word. Shorter than `part`, it is private only as a whole. */
const least = { whole: 4, part: 8 }
/** The most texts that are kept: those of some thousand credentials. Above it, every text counts as private. */
const most = 500_000
/** Longer texts are never shown, and need not be kept. */
const longest = 10_000

/** The number of a beginning has so many bits, five for each of its characters. */
const beginningBits = 20
const beginningLength = 4

/** The number of the last four characters, from that of the four before: older ones are shifted out. */
const roll = (number: number, code: number): number => ((number << 5) ^ code) & (2 ** beginningBits - 1)

/** Creates an empty store. It ignores case, as hosts and hexadecimal do. */
export function createSecretStore(): SecretStore {
  const wholes = new Map<string, string>()
  /** By their first characters. */
  const parts = new Map<string, string | string[]>()
  /** A bit for the number of each beginning: most places of a text begin no secret, and are not looked up. */
  const beginnings = new Uint8Array(2 ** (beginningBits - 3))

  function add(text: string): void {
    const known = text.toLowerCase()
    if (known.length < least.whole || known.length > longest || wholes.size >= most || wholes.has(known)) return
    wholes.set(known, text)
    if (known.length < least.part) return
    const beginning = known.slice(0, least.part)
    let number = 0
    for (let i = 0; i < beginningLength; i++) number = roll(number, known.charCodeAt(i))
    beginnings[number >> 3] = (beginnings[number >> 3] ?? 0) | (1 << (number & 7))
    const alike = parts.get(beginning)
    if (alike === undefined) parts.set(beginning, known)
    else if (typeof alike === 'string') parts.set(beginning, [alike, known])
    else alike.push(known)
  }

  function isKnown(spelling: string): boolean {
    const text = spelling.toLowerCase()
    if (wholes.has(text)) return true
    let number = 0
    for (let i = 0; i < beginningLength - 1; i++) number = roll(number, text.charCodeAt(i))
    for (let at = 0; at + least.part <= text.length; at++) {
      number = roll(number, text.charCodeAt(at + beginningLength - 1))
      if (((beginnings[number >> 3] ?? 0) & (1 << (number & 7))) === 0) continue
      const alike = parts.get(text.slice(at, at + least.part))
      if (typeof alike === 'string' ? text.startsWith(alike, at) : alike?.some((each) => text.startsWith(each, at)))
        return true
    }
    return false
  }

  return {
    add: (texts) => {
      for (const text of texts) add(text)
    },
    isRevealedBy: (text) => wholes.size >= most || decodeSpellings(text).some(isKnown),
    list: () => wholes.values(),
  }
}

/** Decodes a text in every way. An encoding may begin at any of its characters: four of base64 make three octets. */
const decodeSpellings = (text: string): readonly string[] => {
  const clear = decodePercent(text)
  return [
    text,
    ...(clear === text ? [] : [clear, decodePercent(clear)]),
    ...[0, 1, 2, 3].map((from) => Buffer.from(clear.slice(from), 'base64').toString('utf8')),
    ...[0, 1].map((from) => Buffer.from(clear.slice(from), 'hex').toString('utf8')),
    ...(clear.match(/[0-9a-f]{8,}/gi) ?? []).map((digits) => Buffer.from(digits, 'hex').toString('utf8')),
    ...(clear.match(/[\w+/-]{6,}/g) ?? []).map((letters) => Buffer.from(letters, 'base64').toString('utf8')),
  ]
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray percent sign: the text is used as it is
  }
}
