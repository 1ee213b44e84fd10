import type { LocatedFinding, Result } from '../../model/report.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { describeKind, type JsonValue } from '../../protocol/encoding/json.ts'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'
import { once } from '../../protocol/encoding/once.ts'
import { removeOuterCharacters } from '../../protocol/encoding/trim.ts'
import { standardValues } from '../../suites/kit/registered-names.ts'
import { collectTexts, indexTexts, replaceIndexed, type TextIndex } from './artefact-texts.ts'
import { isMediaType } from './media-types.ts'
import { isOurText, isOurWord } from './our-sentences.ts'
import { describeText } from './public-places.ts'
import { units } from './target-words.ts'

/** Values that may be shown although an artefact holds them: names of claims, answers and algorithms. */
export type PublicWords = ReadonlySet<string>

/** Hides the private texts of artefacts in results; `ours` are texts without any. The outcome depends on nothing but the arguments. */
export function redactResults(
  results: readonly Result[],
  artefacts: readonly Artefact[],
  words: PublicWords,
  ours: ReadonlySet<string> = new Set(),
): readonly Result[] {
  if (!results.some(({ findings, reason }) => findings.length > 0 || reason !== undefined)) return results
  const screen = createScreen(artefacts, words)
  const unlessOurs =
    (redact: Hide): Hide =>
    (text) =>
      ours.has(text) ? text : redact(text)
  const [hide, hidePlace] = [unlessOurs(remember(screen.hide)), unlessOurs(remember(screen.place))]
  return results.map((result) => {
    const { findings, reason } = result
    if (findings.length === 0) {
      const shown = hide(reason ?? '')
      return shown === (reason ?? '') ? result : { ...result, reason: shown }
    }
    const redacted = findings.map((finding) => ({ ...redactFinding(finding, hide), at: hidePlace(finding.at) }))
    return { ...result, findings: redacted, ...(reason !== undefined && { reason: hide(reason) }) }
  })
}

type Hide = (text: string) => string

/** Many requirements have the same reason: it is searched once. */
function remember(hide: Hide): Hide {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const hidden = hide(text)
    known.set(text, hidden)
    return hidden
  }
}

/** A longer text was not written by a check: it is described. */
const longest = 2_000

/**
 * Creates the functions that hide texts and places. If the secrets are too many to search for, only known words are shown.
 * They are collected when a text is to be shown that has other words than ours: most reasons have none.
 */
function createScreen(
  artefacts: readonly Artefact[],
  words: PublicWords,
): { readonly hide: Hide; readonly place: Hide } {
  const showKnownWords = limitLength((text) => maskUnknownWords(text, words))
  const readSecrets = once(() => {
    const texts = collectTexts(artefacts)?.closed.values()
    return texts && indexTexts(texts.filter((text) => !words.has(text)))
  })
  const place = limitLength((at) => {
    const secrets = readSecrets()
    return secrets ? maskSecrets(at, secrets) : showKnownWords(at)
  })
  const isPlain = recognisePlain(words)
  return { hide: (text) => (isPlain(text) ? text : place(showKnownWords(text))), place }
}

/** Texts that have our words alone and are shown whole: a few hundred reasons, which every message repeats. */
const openPlainTexts = memoizeLast((_: PublicWords) => new Set<string>())

const mostPlain = 2_000

function recognisePlain(words: PublicWords): (text: string) => boolean {
  const known = openPlainTexts(words)
  return (text) => {
    if (known.has(text)) return true
    if (text.length > longest || !isOurText(text) || maskUnknownWords(text, words) !== text) return false
    if (known.size < mostPlain) known.add(text)
    return true
  }
}

const limitLength =
  (show: Hide): Hide =>
  (text) =>
    text.length > longest ? describeText(text) : show(text)

function redactFinding(finding: LocatedFinding, hide: Hide): LocatedFinding {
  const { expected, actual, diagnosis } = finding
  return {
    ...finding,
    expected: hide(expected),
    actual: hide(actual),
    ...(diagnosis !== undefined && { diagnosis: hide(diagnosis) }),
  }
}

/** A JSON string (cut or not), a JSON array or object, a number with its unit, a word. */
const token = new RegExp(`"(?:[^"\\\\]|\\\\.)*(?:"|$)|[{[].*|\`[^\`]*\`|(\\d{5,8})(?= (?:${units})\\b)|[^\\s,;]+`, 'gs')

/** Shows lower-case English words, short numbers and the given words. Everything else is described. */
const maskUnknownWords = (text: string, words: PublicWords): string =>
  text
    .replaceAll(spelledOut, describeText)
    .replaceAll(token, (each, measured?: string) => measured ?? maskToken(each, words))

/** Five letters or more with blanks between them: each by itself is a word, together they spell any text. */
const spelledOut = /(?<!\S)(?:\w\s+){4,}\w(?!\S)/g

/** A short number or a section, a time of this century. */
const harmlessNumber = /^-?\d{1,4}(\.\d{1,2}){0,4}$|^20\d\d-\d\d-\d\dT[\d:.]{8,12}Z$/

/** How long a cache may keep a response. */
const cacheLifetime = /^(?:(?:public|private|must-revalidate), )?(?:s-maxage|max-age)=\d{1,5}$/

/** Whether a text consists of a few words of ours, joined by what joins words. Letters one by one spell any text. */
const hasOnlyOurWords = (text: string): boolean =>
  /^[a-z]+(?:[-/'’][a-z]+){0,4}$/.test(text) &&
  text.split(/[-/]/).every((part) => part.length > 1 && part.split(/['’]/).every(isOurWord))

/** Whether a text is a JSON Pointer of names of ours and one short index. Several numbers spell a longer one. */
const isOurPointer = (text: string, words: PublicWords): boolean =>
  /^(?:\/[A-Za-z_]{2,40}){1,5}(?:\/\d{1,3})?$/.test(text) &&
  text.split('/').every((part) => part === '' || /^\d/.test(part) || words.has(part) || isOurWord(part))

function maskToken(each: string, words: PublicWords): string {
  if (each.startsWith('"')) return isPublicLiteral(each.slice(1, -1), words) ? each : describeText(parseLiteral(each))
  if (/^[{[]/.test(each)) return isTuple(each) ? each : describeValue(each)
  const bare = removeOuterCharacters(each, /[`(<]/, /[`.:)>…?!]/)
  if (
    bare === '' ||
    words.has(bare) ||
    isOurWord(bare.replace(/^[-+@]+/, '')) ||
    hasOnlyOurWords(bare) ||
    isOurPointer(bare, words) ||
    harmlessNumber.test(bare)
  )
    return each
  return each.startsWith('`') && /^[\w.:-]{1,64}$/.test(bare) ? each : describeText(bare)
}

const isPublicLiteral = (text: string, words: PublicWords): boolean =>
  words.has(text) || standardValues.has(text) || cacheLifetime.test(text) || isMediaType(text)

/** Whether a text is the order of the elements of a disclosure, as findings write it. */
const isTuple = (text: string): boolean => /^\[[a-z]+(, [a-z]+)*\]$/.test(text)

function parseLiteral(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1)
  }
}

function describeValue(text: string): string {
  try {
    return `<${describeKind(JSON.parse(text) as JsonValue)}>`
  } catch {
    return text.startsWith('[') ? '<an array>' : '<an object>'
  }
}

/** Hides secrets that happen to be known words, but no word of our own sentences. */
const maskSecrets = (text: string, secrets: TextIndex): string =>
  replaceIndexed(text, secrets, (found, start) =>
    isOurText(widenToWords(text, start, start + found.length)) ? found : describeText(found),
  )

/** Widens a part of a text to the ends of its words. */
function widenToWords(text: string, start: number, end: number): string {
  let [from, to] = [start, end]
  while (from > 0 && /[\w$+-]/.test(text.charAt(from - 1))) from--
  while (to < text.length && /[\w$+-]/.test(text.charAt(to))) to++
  return text.slice(from, to)
}
