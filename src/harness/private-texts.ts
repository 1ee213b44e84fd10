import type { Exhibit } from '../protocol/evidence.ts'

/** Fewer letters than this may be any word. */
const least = 6
/** Texts that are kept; a hostile artefact has more, and none of them is anybody's. */
const most = 2_000
/** A text longer than this is never told whole. */
const longest = 10_000

/** Every text and number that the artefacts hold, but for those at open places. Longest first. */
export function privateTexts(exhibits: readonly Exhibit[], open: RegExp): readonly string[] {
  const found = new Set<string>()
  for (const { content } of exhibits) {
    for (const text of leavesOf(content, '', open, 0)) {
      if (found.size < most) found.add(text)
    }
  }
  return [...found].sort((a, b) => b.length - a.length)
}

function* leavesOf(value: unknown, at: string, open: RegExp, depth: number): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text.length >= least && text.length <= longest && !open.test(at)) yield text
  } else if (typeof value === 'object' && value !== null && isPlain(value) && depth < 64) {
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, `${at}/${name}`, open, depth + 1)
  }
}

/** Not octets, keys, certificates or errors: they are never told. */
const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
