import type { LocatedFinding, Result } from '../../model/report.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { describeKind, type JsonValue } from '../../protocol/encoding/json.ts'
import { collectTexts, type Index, indexOf, replaceIndexed } from './artefact-texts.ts'
import { describeText, publicPlaces } from './public-places.ts'

/** What may be shown although it is not a word of ours: names of claims, of answers, of algorithms. */
export type PublicWords = ReadonlySet<string>

/** Results of which no text gives away what is in the artefact, but for the open places. Pure: what is hidden depends on nothing else. */
export function redactResults(
  results: readonly Result[],
  exhibits: readonly Artefact[],
  words: PublicWords,
): readonly Result[] {
  const telling = results.filter(({ findings, reason }) => findings.length > 0 || reason !== undefined)
  if (telling.length === 0) return results
  const { hide, place } = createScreen(collectTexts(exhibits)?.closed.values(), words)
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => ({ ...redactFinding(finding, hide), at: place(finding.at) })),
    ...(result.reason !== undefined && { reason: hide(result.reason) }),
  }))
}

type Hide = (text: string) => string

/** A text longer than this was not written by a check: it is described. */
const longest = 2_000

/** How texts and places are hidden. Where the secrets are too many to be looked for, only harmless words are shown. */
function createScreen(
  texts: IteratorObject<string> | undefined,
  words: PublicWords,
): { readonly hide: Hide; readonly place: Hide } {
  const short =
    (show: Hide): Hide =>
    (text) =>
      text.length > longest ? describeText(text) : show(text)
  const harmless = short((text) => maskUnknownWords(text, words))
  if (!texts) return { hide: harmless, place: harmless }
  const secrets = indexOf(texts.filter((text) => !words.has(text)))
  const place = short((at) => maskSecrets(at, secrets))
  return { hide: (text) => place(harmless(text)), place }
}

function redactFinding(finding: LocatedFinding, hide: Hide): LocatedFinding {
  const { expected, actual, diagnosis } = finding
  const show = finding.at.length <= longest && publicPlaces.test(finding.at) ? showScalars(hide) : hide
  return {
    ...finding,
    expected: show(expected),
    actual: show(actual),
    ...(diagnosis !== undefined && { diagnosis: show(diagnosis) }),
  }
}

/** An open place shows texts and numbers; whoever puts a whole object there did not mean to publish it. */
const showScalars =
  (hide: Hide): Hide =>
  (text) =>
    /[{[]/.test(text) ? hide(text) : text

/** A JSON string (cut or not), a JSON array or object, a word. */
const token = /"(?:[^"\\]|\\.)*(?:"|$)|[{[].*|`[^`]*`|[^\s,;]+/gs

/** Shows only words of ours: lower-case English, short numbers, names that were handed in. Everything else is described. */
const maskUnknownWords = (text: string, words: PublicWords): string =>
  text.replaceAll(token, (each) => maskToken(each, words))

/** An English word, a short number or a section, a time to the second. */
const harmlessWord = /^[a-z][a-z'’/-]{0,23}$|^-?\d{1,4}(\.\d{1,2}){0,4}$|^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

function maskToken(each: string, words: PublicWords): string {
  if (each.startsWith('"')) return words.has(each.slice(1, -1)) ? each : describeText(parseLiteral(each))
  if (/^[{[]/.test(each)) return isTuple(each) ? each : describeValue(each)
  const bare = each.replaceAll(/^[`(<]+|[`.:)>…?!]+$/g, '')
  if (bare === '' || words.has(bare) || harmlessWord.test(bare)) return each
  return each.startsWith('`') && /^[\w.:-]{1,64}$/.test(bare) ? each : describeText(bare)
}

/** Our own way of writing the order of a disclosure. */
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

/** A second net under the first: a value that is a word of ours by chance. */
const maskSecrets = (text: string, secrets: Index): string => replaceIndexed(text, secrets, describeText)
