/** Remembers what is private, and finds it again in any spelling. */
export interface SecretStore {
  readonly add: (texts: Iterable<string>) => void
  /** Whether a text gives something private away: in clear, percent-encoded, in base64, base64url or hexadecimal. */
  readonly isRevealedBy: (text: string) => boolean
  /** What was learnt, as it was written. */
  readonly list: () => IteratorObject<string>
}

/** A shorter text than the first may be any word. One that is shorter than the second is private only as a whole. */
const least = { whole: 4, part: 8 }
/** Texts that are kept: those of some thousand credentials. Where there are more, everything is taken for private. */
const most = 500_000
/** What is longer is never shown, and need not be remembered. */
const longest = 10_000

/** Starts to remember. Letters count as the same whatever their case, as hosts and hexadecimal forget it. */
export function createSecretStore(): SecretStore {
  const wholes = new Map<string, string>()
  /** By how they begin; few begin alike. */
  const parts = new Map<string, string | string[]>()

  function learn(text: string): void {
    const known = text.toLowerCase()
    if (known.length < least.whole || known.length > longest || wholes.size >= most || wholes.has(known)) return
    wholes.set(known, text)
    if (known.length < least.part) return
    const beginning = known.slice(0, least.part)
    const alike = parts.get(beginning)
    if (alike === undefined) parts.set(beginning, known)
    else if (typeof alike === 'string') parts.set(beginning, [alike, known])
    else alike.push(known)
  }

  function isIn(spelling: string): boolean {
    const text = spelling.toLowerCase()
    if (wholes.has(text)) return true
    for (let at = 0; at + least.part <= text.length; at++) {
      const alike = parts.get(text.slice(at, at + least.part))
      if (typeof alike === 'string' ? text.startsWith(alike, at) : alike?.some((each) => text.startsWith(each, at)))
        return true
    }
    return false
  }

  return {
    add: (texts) => {
      for (const text of texts) learn(text)
    },
    isRevealedBy: (text) => wholes.size >= most || spellingsOf(text).some(isIn),
    list: () => wholes.values(),
  }
}

/** What a text may stand for. An encoding may begin at any of its characters, and four of base64 make three octets. */
const spellingsOf = (text: string): readonly string[] => {
  const clear = percentDecoded(text)
  return [
    text,
    clear,
    percentDecoded(clear),
    ...[0, 1, 2, 3].map((from) => Buffer.from(clear.slice(from), 'base64').toString('utf8')),
    ...[0, 1].map((from) => Buffer.from(clear.slice(from), 'hex').toString('utf8')),
    ...(clear.match(/[0-9a-f]{8,}/gi) ?? []).map((digits) => Buffer.from(digits, 'hex').toString('utf8')),
    ...(clear.match(/[\w+/-]{6,}/g) ?? []).map((letters) => Buffer.from(letters, 'base64').toString('utf8')),
  ]
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray sign: what is around it is looked at as it stands
  }
}
